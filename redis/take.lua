-- A waiting message asks what has become of it. Where the lane is free and no newer request is open, all that waits
-- becomes one run of the asking gateway, and is given again to the same message. One whose caller was told that its answer
-- comes later may ask like any other. Safe to repeat, but for an answer, which
-- is handed out once.
--
-- KEYS  turns, cap, rate, contact, lane, pending
-- ARGV  1 to 11 as every script of the lane
-- Gives {'waiting', conversation id, gateway that holds the run or ''} | {'running', count, '1' if no later request is part of the run} | {'done', answer}
--       | {'lost'} | a run

local keys, rules = lane_keys(), lane_rules()
local gateway, nonce = ARGV[2], ARGV[3]
local now = clock(ARGV[1])
local lane = open_lane(keys.lane)
local id = redis.call('HGET', keys.contact, 'id') or ''

local answer = lane.done[nonce]
if answer then
  redis.call('HDEL', keys.lane, 'done:' .. nonce)
  lane.done[nonce] = nil
  set_lane_expiry(keys, now, lane)
  return { 'done', answer }
end
close_expired_run(keys, rules, lane, now, nil)
if lane.run and lane.run.taker == nonce and lane.run.gateway == gateway and is_taken_from_waiting(lane) then
  return same_run(keys, rules, lane, now, id)
end
local running = running_reply(lane, nonce)
if running then
  return running
end
for _, waiting in ipairs(lane.waiting) do
  if parse_waiting(waiting).nonce == nonce then
    local newest = newest_waiting(lane, now)
    if not lane.run and newest and (newest.nonce == nonce or newest.gateway == gateway) then
      return take_waiting(keys, rules, lane, now, gateway, nonce, id, '')
    end
    set_lane_expiry(keys, now, lane)
    return { 'waiting', id, lane.run and lane.run.gateway or '' }
  end
end
set_lane_expiry(keys, now, lane)
return { 'lost' }
