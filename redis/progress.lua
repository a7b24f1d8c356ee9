-- Puts what remains of a contact's first item in its place, or takes it away; and lets the lease last anew. Safe to repeat:
-- an item that is no longer as the caller read it is left as it is.
--
-- KEYS  delivery, pending
-- ARGV  1 clock ('' for this server's)  2 gateway  3 fence  4 lease in ms  5 the item as it was read
--       6 what remains of it, or '' for nothing
-- Gives {'done', how many items are pending, the first or ''} | {'fenced'}

local delivery, pending = KEYS[1], KEYS[2]
local before, after = ARGV[5], ARGV[6]
if not renew_lease(delivery, ARGV[2], ARGV[3], clock(ARGV[1]), tonumber(ARGV[4])) then
  return { 'fenced' }
end
if redis.call('LINDEX', pending, 0) == before then
  if after == '' then
    redis.call('LPOP', pending)
  else
    redis.call('LSET', pending, 0, after)
  end
end
return { 'done', digits(redis.call('LLEN', pending)), redis.call('LINDEX', pending, 0) or '' }
