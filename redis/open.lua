-- Answers an opening keyword: the rate limit applies, the keyword itself is neither recorded nor counted, the answer is
-- recorded as the agent's turn unless the newest turn is the same.
--
-- KEYS  turns, cap, rate, contact
-- ARGV  1 clock ('' for this server's)  2 not after  3 nonce  4 role and text as JSON members
--       5 further JSON members, each with its comma  6 messages an hour  7 idle reset in hours  8 turn cap
--       9 conversation id if the contact is new  10 '1' if a new contact may be created
-- Gives {'late', now} | {'full', conversation id} | {'crowded'}
--       | {'opened', conversation id, count of the stretch, '1' if the contact is new}

local keys = { turns = KEYS[1], cap = KEYS[2], rate = KEYS[3], contact = KEYS[4] }
local nonce, head = ARGV[3], ARGV[4]

local now = clock(ARGV[1])
if is_late(ARGV[2]) then
  return { 'late', digits(now) }
end
local id = redis.call('HGET', keys.contact, 'id')
if not id and ARGV[10] ~= '1' then
  return { 'crowded' }
end

local is_repeated = redis.call('ZSCORE', keys.rate, nonce)
if not is_repeated and not take_rate(keys.rate, now, nonce, tonumber(ARGV[6])) then
  return { 'full', id or '' }
end
local is_new = not id
if is_new then
  id = ARGV[9]
  redis.call('HSET', keys.contact, 'id', id)
end

local newest = redis.call('ZRANGE', keys.turns, -1, -1)[1]
if not newest or not string.find(newest, '",' .. head .. ',', 1, true) then
  append_turn(keys.turns, now, nonce, head, ARGV[5])
end
local count = stretch(keys, now, tonumber(ARGV[7]), tonumber(ARGV[8]))
return { 'opened', id, digits(count), is_new and '1' or '' }
