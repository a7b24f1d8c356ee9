-- KEYS turns, cap   ARGV the contact's turn, idle reset in ms, reach of the history in ms
-- Gives the count of the stretch and the newest ten turns before this one, newest first.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local cap = redis.call('HMGET', KEYS[2], 'count', 'last')
local count = 1
if cap[1] and now - tonumber(cap[2]) < tonumber(ARGV[2]) then
  count = tonumber(cap[1]) + 1
end
redis.call('HSET', KEYS[2], 'count', count, 'last', string.format('%.0f', now))
local history =
  redis.call('ZRANGE', KEYS[1], '+inf', string.format('%.0f', now - tonumber(ARGV[3])), 'BYSCORE', 'REV', 'LIMIT', 0, 10)
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[1])
return { count, history }
