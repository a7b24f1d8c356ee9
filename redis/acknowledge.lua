-- The callers of a run are told that the answer will come later: from now on its reply has to be pushed. Safe to repeat.
--
-- KEYS  turns, cap, rate, contact, lane, pending
-- ARGV  1 to 11 as every script of the lane  12 fence
-- Gives {'acknowledged'} | {'fenced'}

local keys, rules = lane_keys(), lane_rules()
local gateway, fence = ARGV[2], ARGV[12]
local now = clock(ARGV[1])
local lane = open_lane(keys.lane)
if not (lane.run and lane.run.fence == fence and lane.run.gateway == gateway) then
  return { 'fenced' }
end
acknowledge_run(keys, rules, lane, now)
return { 'acknowledged' }
