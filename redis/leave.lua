-- The request of a waiting message has reached its deadline. Where words can be pushed the message stays, or its run goes on,
-- and its caller is told that the answer comes later; where they cannot, a message that still waits leaves the lane: recorded,
-- counted, and handed over. Safe to repeat.
--
-- KEYS  turns, cap, rate, contact, lane, pending
-- ARGV  1 to 11 as every script of the lane  12 further JSON members of the agent's turn, each with its comma
--       13 the answer's JSON members after its counts
-- Gives {'left', count} | {'running', count, '1' if no later request is part of the run} | {'done', answer} | {'lost'}
--       | {'acknowledged', count that the message has or will have, '1' if it still waits}

local keys, rules = lane_keys(), lane_rules()
local nonce = ARGV[3]
local now = clock(ARGV[1])
local lane = open_lane(keys.lane)

local answer = lane.done[nonce]
if answer then
  redis.call('HDEL', keys.lane, 'done:' .. nonce)
  lane.done[nonce] = nil
  set_lane_expiry(keys, now, lane)
  return { 'done', answer }
end
local running = running_reply(lane, nonce)
if running then
  if rules.can_push and running[3] == '1' then
    acknowledge_run(keys, rules, lane, now)
    return { 'acknowledged', running[2], '' }
  end
  return running
end
for i, waiting in ipairs(lane.waiting) do
  local entry = parse_waiting(waiting)
  if entry.nonce == nonce and rules.can_push then
    local count = stretch(keys, now, rules.idle_hours, rules.cap_limit).count + i
    entry.is_told = true
    redis.call('HSET', keys.lane, 'w:' .. waiting.number, waiting_json(entry))
    write_claims(keys, entry, now, acknowledged_state(rules, count, true), rules.lease + RESULT_TTL)
    return { 'acknowledged', digits(count), '1' }
  end
  if entry.nonce == nonce then
    local turn, count = record(keys, rules, now, entry)
    append_turn(keys.turns, now, 'busy-' .. nonce, rules.escalation, ',"to":"' .. turn .. '"' .. ARGV[12])
    write_claims(keys, entry, now, done_state(rules, count, ARGV[13]), RESULT_TTL)
    redis.call('HDEL', keys.lane, 'w:' .. waiting.number)
    table.remove(lane.waiting, i)
    hand_over_given_up(keys, rules, now, lane)
    set_lane_expiry(keys, now, lane)
    return { 'left', digits(count) }
  end
end
local member = find_turn(keys.turns, nonce, now - HOUR)
if member then
  return { 'left', string.match(member, '"count":(%d+)') }
end
return { 'lost' }
