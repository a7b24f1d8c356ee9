-- ManyChat has taken a token: it is the contact's from now on, the one before it stays valid, and what was to be erased
-- stays. Safe to repeat.
--
-- KEYS  delivery, contact, then the contact's keys that have no time to live of their own
-- ARGV  1 clock ('' for this server's)  2 gateway  3 fence  4 lease in ms  5 digest
-- Gives {'confirmed'} | {'fenced'} | {'gone'} if the contact is not kept any more

local delivery, contact, digest = KEYS[1], KEYS[2], ARGV[5]
local now = clock(ARGV[1])
if not renew_lease(delivery, ARGV[2], ARGV[3], now, tonumber(ARGV[4])) then
  return { 'fenced' }
end
if redis.call('EXISTS', contact) == 0 then
  return { 'gone' }
end
local current = redis.call('HGET', contact, 'token')
redis.call('HSET', contact, 'token', digest, 'tokenConfirmed', digits(now))
if current and current ~= digest then
  redis.call('HSET', contact, 'tokenBefore', current)
end
redis.call('HDEL', contact, 'tokenPending', 'tokenWanted', 'tokenNotBefore', 'tokenTries')
redis.call('PERSIST', contact)
for i = 3, #KEYS do
  redis.call('PERSIST', KEYS[i])
end
return { 'confirmed' }
