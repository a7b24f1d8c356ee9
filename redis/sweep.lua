-- Looks after a lane that a gateway has left behind: a run whose lease has run out and messages whose requests are long
-- past their deadline are handed over. Safe to repeat.
--
-- KEYS  turns, cap, rate, contact, lane, pending
-- ARGV  1 to 11 as every script of the lane
-- Gives {how many were handed over, when to look again or '', '1' if something is to be brought to ManyChat}

local keys, rules = lane_keys(), lane_rules()
local now = clock(ARGV[1])
local lane = open_lane(keys.lane)
local handed_over = close_expired_run(keys, rules, lane, now, nil)
local look_again = lane.run and lane.run.lasts

-- Past its deadline, or admitted by a clock that has been set back since: it cannot say when its deadline is. One whose caller
-- was told that its answer comes later waits for the run ahead of it, which is over within a lease.
local function forgotten_at(entry)
  return entry.lasts + (entry.is_told and rules.lease or 0) + GRACE
end

local function is_forgotten(entry)
  return forgotten_at(entry) <= now or entry.at > now + GRACE
end

-- None is handed over while another one waits before it: turns stand in the order of admission.
local still_waiting = {}
for _, waiting in ipairs(lane.waiting) do
  local entry = parse_waiting(waiting)
  if not lane.run and #still_waiting == 0 and is_forgotten(entry) then
    hand_over_waiting(keys, rules, now, waiting.number, entry)
    handed_over = handed_over + 1
  else
    still_waiting[#still_waiting + 1] = waiting
    look_again = math.max(look_again or 0, forgotten_at(entry))
  end
end
lane.waiting = still_waiting
set_lane_expiry(keys, now, lane)
local has_words = redis.call('EXISTS', keys.pending) == 1 or redis.call('HEXISTS', keys.contact, 'tokenWanted') == 1
return { digits(handed_over), look_again and digits(look_again) or '', has_words and '1' or '' }
