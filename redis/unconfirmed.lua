-- A token was not taken: it is tried again later, or given up. A contact that ManyChat does not know, who never had a token and
-- whose first turn is not an hour old, is an invented one and is erased after an hour. One who has been here for longer is kept:
-- it may be the key of the API that belongs to another account. Safe to repeat.
--
-- KEYS  delivery, contact, turns, then every other key of the contact
-- ARGV  1 clock ('' for this server's)  2 gateway  3 fence  4 lease in ms
--       5 how many ms until the next try, or '' to give up  6 how many tries there were
--       7 '1' if ManyChat does not know the contact
-- Gives {'noted'} | {'fenced'}

local delivery, contact = KEYS[1], KEYS[2]
local now = clock(ARGV[1])
if not renew_lease(delivery, ARGV[2], ARGV[3], now, tonumber(ARGV[4])) then
  return { 'fenced' }
end
if ARGV[5] ~= '' then
  if redis.call('HEXISTS', contact, 'tokenWanted') == 1 then
    redis.call('HSET', contact, 'tokenNotBefore', digits(now + tonumber(ARGV[5])), 'tokenTries', ARGV[6])
  end
  return { 'noted' }
end
redis.call('HDEL', contact, 'tokenWanted', 'tokenNotBefore', 'tokenTries')
local oldest = redis.call('ZRANGE', KEYS[3], 0, 0)[1]
local is_new = not oldest or now - (recorded_at(oldest) or 0) < HOUR
if ARGV[7] == '1' and is_new and redis.call('HEXISTS', contact, 'token') == 0 then
  for i = 2, #KEYS do
    local lasts = redis.call('PTTL', KEYS[i])
    if lasts == -1 or lasts > HOUR then
      redis.call('PEXPIRE', KEYS[i], HOUR)
    end
  end
end
return { 'noted' }
