-- Records the agent's turn before its answer leaves. Safe to repeat: a nonce that was recorded does nothing.
--
-- KEYS  turns
-- ARGV  1 clock ('' for this server's)  2 nonce  3 id of the contact's turn that it answers
--       4 role and text as JSON members  5 further JSON members, each with its comma
-- Gives the id of the agent's turn

local turns, nonce, to = KEYS[1], ARGV[2], ARGV[3]
local asked_at = tonumber(string.match(to, '^(%d+)%-'))

local member = find_turn(turns, nonce, asked_at)
if member then
  return turn_id(member)
end
return append_turn(turns, clock(ARGV[1]), nonce, ARGV[4], ',"to":"' .. to .. '"' .. ARGV[5])
