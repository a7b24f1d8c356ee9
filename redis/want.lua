-- Asks for a token for a contact that has none confirmed. Safe to repeat.
--
-- KEYS  contact
-- ARGV  1 clock ('' for this server's)
-- Gives {'1' if one is wanted now, '' if there is one or the contact is not known}

local contact = KEYS[1]
if redis.call('EXISTS', contact) == 0 or redis.call('HEXISTS', contact, 'token') == 1 then
  return { '' }
end
redis.call('HSETNX', contact, 'tokenWanted', digits(clock(ARGV[1])))
return { '1' }
