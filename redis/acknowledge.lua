-- The caller of a run is told that the answer will come later: from now on its reply has to be pushed. Safe to repeat.
--
-- KEYS  turns, cap, rate, contact, lane, pending
-- ARGV  1 clock ('' for this server's)  2 gateway  3 fence
-- Gives {'acknowledged'} | {'fenced'}

local keys = lane_keys()
local lane = read_lane(keys.lane)
if not (lane.run and lane.run.fence == ARGV[3] and lane.run.gateway == ARGV[2]) then
  return { 'fenced' }
end
lane.run.is_acknowledged = true
keep_run(keys, lane.run)
return { 'acknowledged' }
