-- KEYS turns   ARGV the agent's turn
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)), ARGV[1])
return 'ok'
