-- Notes the digest of a token before ManyChat is given the token, so that a token whose write was not confirmed is known
-- should it come back. Safe to repeat.
--
-- KEYS  delivery, contact
-- ARGV  1 clock ('' for this server's)  2 gateway  3 fence  4 lease in ms  5 digest
-- Gives {'minted'} | {'fenced'} | {'gone'} if the contact is not kept any more

local delivery, contact, digest = KEYS[1], KEYS[2], ARGV[5]
if not renew_lease(delivery, ARGV[2], ARGV[3], clock(ARGV[1]), tonumber(ARGV[4])) then
  return { 'fenced' }
end
if redis.call('EXISTS', contact) == 0 then
  return { 'gone' }
end
local digests = { digest }
for earlier in string.gmatch(redis.call('HGET', contact, 'tokenPending') or '', '%S+') do
  if earlier ~= digest and #digests < MOST_TOKENS_PENDING then
    digests[#digests + 1] = earlier
  end
end
redis.call('HSET', contact, 'tokenPending', table.concat(digests, ' '))
return { 'minted' }
