-- A gateway gives up a message whose fate it could not learn: if it runs, or waits before all others, it is handed over and the
-- lane is free; behind others it keeps its place. Whoever wrote was already told so, but for those who were told that the
-- answer comes later. Safe to repeat.
--
-- KEYS  turns, cap, rate, contact, lane, pending
-- ARGV  1 to 11 as every script of the lane
-- Gives {'1' if there was something to give up, how many wait, how many words are to be pushed}

local keys, rules = lane_keys(), lane_rules()
local gateway, nonce = ARGV[2], ARGV[3]
local now = clock(ARGV[1])
local lane = open_lane(keys.lane)

-- A run that was given to another message is in other hands.
if lane.run and lane.run.gateway == gateway and lane.run.taker == nonce then
  for _, entry in ipairs(lane.entries) do
    parse_entry(entry)
    if entry.gateway == gateway and not lane.run.is_acknowledged and not entry.is_told then
      hand_over(keys, rules, now, entry, entry.turn, entry.count)
    else
      hand_over_dead(keys, rules, now, entry, entry.turn, entry.count, lane.run.is_acknowledged)
    end
  end
  drop_run(keys, lane)
  set_lane_expiry(keys, now, lane)
  return { '1', digits(#lane.waiting), digits(redis.call('LLEN', keys.pending)) }
end

for _, waiting in ipairs(lane.waiting) do
  local entry = parse_waiting(waiting)
  if entry.nonce == nonce then
    entry.lasts = GIVEN_UP
    waiting.json = waiting_json(entry)
    redis.call('HSET', keys.lane, 'w:' .. waiting.number, waiting.json)
    hand_over_given_up(keys, rules, now, lane)
    set_lane_expiry(keys, now, lane)
    return { '1', digits(#lane.waiting), digits(redis.call('LLEN', keys.pending)) }
  end
end
return { '', digits(#lane.waiting), digits(redis.call('LLEN', keys.pending)) }
