-- Answers an opening keyword: duplicates and the rate limit apply, the keyword itself is neither recorded nor counted, the
-- answer is recorded as the agent's turn unless the newest turn is the same. Safe to repeat.
--
-- KEYS  turns, cap, rate, contact, lane, pending
-- ARGV  1 to 11 as every script of the lane  12 not after  13 the answer as an agent's role and text
--       14 further JSON members of its turn, each with its comma  15 the answer's JSON members after its counts
--       16 messages an hour  17 conversation id if the contact is new  18 '1' if a new contact may be created
--       19 what binds: 'secret', 'token' or 'lenient'  20 digest of the token that was presented, or ''
--       21 to 26 the fingerprints, as in admit
-- Gives {'late', now} | {'full', conversation id, marks} | {'crowded'} | {'duplicate', conversation id, what is known of it,
--       marks} | {'opened', conversation id, count of the stretch, marks}

local keys, rules = lane_keys(), lane_rules()
local nonce, head = ARGV[3], ARGV[13]
local now = clock(ARGV[1])
if is_late(ARGV[12], ARGV[1], now) then
  return { 'late', digits(now) }
end

local known = redis.call('HMGET', keys.contact, 'id', 'token', 'tokenBefore', 'tokenPending')
local id = known[1]
local binding, token_pause = bind(keys, ARGV[19], ARGV[20], known)
local is_unbound = binding == 'unbound'
local prints = read_fingerprints(21, now)
local rate, turns = keys.rate, keys.turns
if is_unbound then
  as_unbound(prints)
  rate, turns = sibling(keys, 'rate-unbound'), sibling(keys, 'unbound')
end
local earlier, is_again = find_duplicate(keys, nonce, prints, now)
if earlier then
  return { 'duplicate', id or '', earlier.json, marks_of(false, false, is_unbound) }
end
if not id and ARGV[18] ~= '1' then
  return { 'crowded' }
end
local newest = redis.call('ZRANGE', turns, -1, -1)[1]
local is_repeated = is_again or newest and turn_id(newest):match('%-(.*)$') == nonce
if not is_repeated and not take_rate(rate, now, tonumber(ARGV[16])) then
  return { 'full', id or '', marks_of(false, false, is_unbound) }
end
local is_new = not id
if is_new then
  id = ARGV[17]
  redis.call('HSET', keys.contact, 'id', id)
end
local marks = marks_of(is_new, want_token(keys, now, token_pause), is_unbound)

if not is_repeated and not (newest and string.find(newest, '",' .. head .. ',', 1, true)) then
  if is_unbound then
    append_unbound(keys, now, nonce, head, ARGV[14], rules.retention)
  else
    open_lane(keys.lane)
    append_turn(turns, now, nonce, head, ARGV[14])
  end
end
local entry = { nonce = nonce, at = now, stamp = prints.stamp, claims = prints.claims }
if is_unbound then
  write_claims(keys, entry, now, '"state":"done","turn":0,"turnsLeft":0,' .. ARGV[15], RESULT_TTL)
  return { 'opened', id, '0', marks }
end
local count = stretch(keys, now, rules.idle_hours, rules.cap_limit).count
write_claims(keys, entry, now, done_state(rules, count, ARGV[15]), RESULT_TTL)
return { 'opened', id, digits(count), marks }
