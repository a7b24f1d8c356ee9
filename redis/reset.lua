-- The operator starts the cap again: what was written until now does not count any more; no turn is touched.
--
-- KEYS  turns, cap, contact
-- ARGV  1 clock ('' for this server's)
-- Gives the time of the reset, or '' if the contact is not known

local turns, cap, contact = KEYS[1], KEYS[2], KEYS[3]
if redis.call('EXISTS', contact) == 0 then
  return ''
end
local now = clock(ARGV[1])
local newest = redis.call('ZRANGE', turns, -1, -1, 'WITHSCORES')[2] or '0'
redis.call('HSET', contact, 'resetAt', digits(now), 'resetAfter', newest, 'resetBy', 'operator')
redis.call('HDEL', cap, 'count', 'since', 'last', 'idle', 'upto')
return digits(now)
