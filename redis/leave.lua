-- A waiting message whose request has reached its deadline leaves the lane: recorded, counted, and handed over. Safe to
-- repeat.
--
-- KEYS  turns, cap, rate, contact, lane, pending
-- ARGV  1 to 10 as every script of the lane  11 further JSON members of the agent's turn, each with its comma
--       12 the answer's JSON members after its counts
-- Gives {'left', count} | {'running', count, '1' if no later request is part of the run} | {'done', answer} | {'lost'}

local keys, rules = lane_keys(), lane_rules()
local nonce = ARGV[3]
local now = clock(ARGV[1])
local lane = read_lane(keys.lane)

local answer = lane.done[nonce]
if answer then
  redis.call('HDEL', keys.lane, 'done:' .. nonce)
  lane.done[nonce] = nil
  set_lane_expiry(keys, now, lane)
  return { 'done', answer }
end
local running = running_reply(lane, nonce)
if running then
  return running
end
for i, waiting in ipairs(lane.waiting) do
  local entry = parse_waiting(waiting)
  if entry.nonce == nonce then
    local turn, count = record(keys, rules, now, nonce, entry.head, entry.cut == 'true')
    append_turn(keys.turns, now, 'busy-' .. nonce, rules.escalation, ',"to":"' .. turn .. '"' .. ARGV[11])
    write_claims(keys, entry, now, done_state(rules, count, ARGV[12]), RESULT_TTL)
    redis.call('HDEL', keys.lane, 'w:' .. waiting.number)
    table.remove(lane.waiting, i)
    set_lane_expiry(keys, now, lane)
    return { 'left', digits(count) }
  end
end
local member = find_turn(keys.turns, nonce, now - HOUR)
if member then
  return { 'left', string.match(member, '"count":(%d+)') }
end
return { 'lost' }
