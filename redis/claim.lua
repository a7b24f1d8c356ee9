-- Takes the lease on a contact's delivery, unless another gateway has it. Safe to repeat: the same gateway is given a new
-- lease in place of the one of which it did not hear.
--
-- KEYS  delivery, pending, contact
-- ARGV  1 clock ('' for this server's)  2 gateway  3 lease in ms
-- Gives {'held', for how many ms}
--       | {'claimed', fence, since when a token is wanted or '', not before or '', tries or '', '1' if one is confirmed,
--          how many items are pending, the first or ''}

local delivery, pending, contact = KEYS[1], KEYS[2], KEYS[3]
local gateway, lease = ARGV[2], tonumber(ARGV[3])
local now = clock(ARGV[1])

local held = redis.call('HMGET', delivery, 'gateway', 'until', 'fence')
if held[1] and held[1] ~= gateway and tonumber(held[2]) > now then
  return { 'held', digits(math.min(lease, tonumber(held[2]) - now)) }
end
local first, count = redis.call('LINDEX', pending, 0), redis.call('LLEN', pending)
local token = redis.call('HMGET', contact, 'tokenWanted', 'tokenNotBefore', 'tokenTries', 'token')
local fence = digits(math.max(now, (tonumber(held[3]) or 0) + 1))
redis.call('HSET', delivery, 'gateway', gateway, 'fence', fence, 'until', digits(now + lease))
redis.call('PEXPIRE', delivery, lease)
return {
  'claimed',
  fence,
  token[1] or '',
  token[2] or '',
  token[3] or '',
  token[4] and '1' or '',
  digits(count),
  first or '',
}
