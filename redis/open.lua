-- Answers an opening keyword: duplicates and the rate limit apply, the keyword itself is neither recorded nor counted, the
-- answer is recorded as the agent's turn unless the newest turn is the same. Safe to repeat.
--
-- KEYS  turns, cap, rate, contact, lane, pending
-- ARGV  1 to 10 as every script of the lane  11 not after  12 the answer as an agent's role and text
--       13 further JSON members of its turn, each with its comma  14 the answer's JSON members after its counts
--       15 messages an hour  16 conversation id if the contact is new  17 '1' if a new contact may be created
--       18 to 23 the fingerprints, as in admit
-- Gives {'late', now} | {'full', conversation id} | {'crowded'} | {'duplicate', conversation id, what is known of it}
--       | {'opened', conversation id, count of the stretch, '1' if the contact is new}

local keys, rules = lane_keys(), lane_rules()
local nonce, head = ARGV[3], ARGV[12]
local now = clock(ARGV[1])
if is_late(ARGV[11], ARGV[1], now) then
  return { 'late', digits(now) }
end

local id = redis.call('HGET', keys.contact, 'id')
local prints = read_fingerprints(18, now)
local earlier = find_duplicate(keys, nonce, prints, now)
if earlier then
  return { 'duplicate', id or '', earlier.json }
end
if not id and ARGV[17] ~= '1' then
  return { 'crowded' }
end
local is_repeated = redis.call('ZSCORE', keys.rate, nonce)
if not is_repeated and not take_rate(keys.rate, now, nonce, tonumber(ARGV[15])) then
  return { 'full', id or '' }
end
local is_new = not id
if is_new then
  id = ARGV[16]
  redis.call('HSET', keys.contact, 'id', id)
end

local newest = redis.call('ZRANGE', keys.turns, -1, -1)[1]
if not is_repeated and not (newest and string.find(newest, '",' .. head .. ',', 1, true)) then
  append_turn(keys.turns, now, nonce, head, ARGV[13])
end
local count = stretch(keys, now, rules.idle_hours, rules.cap_limit)
local entry = { nonce = nonce, at = now, stamp = prints.stamp, claims = prints.claims }
write_claims(keys, entry, now, done_state(rules, count, ARGV[14]), RESULT_TTL)
return { 'opened', id, digits(count), is_new and '1' or '' }
