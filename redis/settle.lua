-- Ends a run: the agent's turns, the answers for whoever asks again, and the lane is free. Safe to repeat. A holder whose
-- lease was taken over is refused, and nothing of its own is written.
--
-- KEYS  turns, cap, rate, contact, lane, pending
-- ARGV  1 clock ('' for this server's)  2 gateway  3 fence, or '' for a message that had no run  4 not after
--       5 how many agent's turns
--       per turn: nonce, id of the contact's turn that it answers, role and text as JSON members, further members
--       then per answer: nonce of the message, the answer as JSON members
-- Gives {'settled', how many wait} | {'fenced'} | {'late', now}

local keys = lane_keys()
local gateway, fence, turns = ARGV[2], ARGV[3], tonumber(ARGV[5])
local now = clock(ARGV[1])
if is_late(ARGV[4], ARGV[1], now) then
  return { 'late', digits(now) }
end
local lane = read_lane(keys.lane)
local FIRST, WIDTH = 6, 4

if fence ~= '' and not (lane.run and lane.run.fence == fence and lane.run.gateway == gateway) then
  local asked_at = tonumber(string.match(ARGV[FIRST + 1], '^(%d+)%-'))
  if find_turn(keys.turns, ARGV[FIRST], asked_at) then
    return { 'settled', digits(#lane.waiting) }
  end
  return { 'fenced' }
end

for i = FIRST, FIRST + WIDTH * turns - 1, WIDTH do
  local asked_at = tonumber(string.match(ARGV[i + 1], '^(%d+)%-'))
  if fence ~= '' or not find_turn(keys.turns, ARGV[i], asked_at) then
    local turn = append_turn(keys.turns, now, ARGV[i], ARGV[i + 2], ',"to":"' .. ARGV[i + 1] .. '"' .. ARGV[i + 3])
    if lane.run and lane.run.is_acknowledged and fence ~= '' then
      push(keys, turn, ARGV[i + 1], ARGV[i + 2], ARGV[i + 3])
    end
  end
end
if fence == '' then
  return { 'settled', digits(#lane.waiting) }
end

local answers = {}
for i = FIRST + WIDTH * turns, #ARGV, 2 do
  answers[ARGV[i]] = ARGV[i + 1]
end
for _, entry in ipairs(lane.entries) do
  local answer = answers[entry.nonce]
  if answer then
    parse_request(entry)
    write_claims(keys, entry, now, '"state":"done",' .. answer, RESULT_TTL)
    if entry.gateway ~= gateway then
      redis.call('HSET', keys.lane, 'done:' .. entry.nonce, '{' .. answer .. '}')
      lane.done[entry.nonce] = answer
    end
  end
end
drop_run(keys, lane)
set_lane_expiry(keys, now, lane)
return { 'settled', digits(#lane.waiting) }
