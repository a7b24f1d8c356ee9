-- The answer of an unbound message: the agent's turn beside the message, apart from the contact's turns, and the answer for
-- whoever asks again. Safe to repeat.
--
-- KEYS  turns, cap, rate, contact, lane, pending
-- ARGV  1 to 11 as every script of the lane, the nonce being the message's  12 not after  13 nonce of the agent's turn
--       14 id of the contact's turn that it answers  15 role and text as JSON members  16 further members, each with its comma
--       17 the answer as JSON members  18 to 23 the fingerprints, as in admit
-- Gives {'settled', '0', ''} | {'late', now}

local keys, rules = lane_keys(), lane_rules()
local now = clock(ARGV[1])
if is_late(ARGV[12], ARGV[1], now) then
  return { 'late', digits(now) }
end
local asked_at = tonumber(string.match(ARGV[14], '^(%d+)%-')) or now - HOUR
if not find_turn(sibling(keys, 'unbound'), ARGV[13], asked_at) then
  append_unbound(keys, now, ARGV[13], ARGV[15], ',"to":"' .. ARGV[14] .. '"' .. ARGV[16], rules.retention)
end
local prints = as_unbound(read_fingerprints(18, now))
local entry = { nonce = ARGV[3], at = now, stamp = prints.stamp, claims = prints.claims }
write_claims(keys, entry, now, '"state":"done",' .. ARGV[17], RESULT_TTL)
return { 'settled', '0', '' }
