-- Gives the lease on a contact's delivery back, and says what is left to be done. Safe to repeat.
--
-- KEYS  delivery, pending, contact
-- ARGV  1 clock ('' for this server's)  2 gateway  3 fence
-- Gives {'released', how many items are pending, '1' if a token is wanted}

local delivery, pending, contact = KEYS[1], KEYS[2], KEYS[3]
local held = redis.call('HMGET', delivery, 'gateway', 'fence')
if held[1] == ARGV[2] and held[2] == ARGV[3] then
  redis.call('DEL', delivery)
end
local wanted = redis.call('HEXISTS', contact, 'tokenWanted') == 1
return { 'released', digits(redis.call('LLEN', pending)), wanted and '1' or '' }
