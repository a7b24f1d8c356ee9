-- Admits one message of a contact: duplicate, rate limit, lane; where the lane is free also its count, its turn, the
-- history before it, and its run. Safe to repeat: a nonce that was admitted before gets its first answer again.
--
-- KEYS  turns, cap, rate, contact, lane, pending
-- ARGV  1 to 10 as every script of the lane  11 not after  12 role and text as JSON members  13 'true' if cut, or 'false'
--       14 media  15 ms until the request's deadline  16 messages an hour  17 conversation id if the contact is new
--       18 '1' if a new contact may be created  19 to 24 the fingerprints: strong one or '', its window in ms, weak one or
--       '', its window in ms, tag of the stamp or '', the stamp in ms or ''
-- Gives {'late', now} | {'full', conversation id} | {'crowded'} | {'duplicate', conversation id, what is known of it}
--       | {'waiting', conversation id, gateway that holds the run, now, '1' if the contact is new}
--       | {'busy', conversation id, turn id, count} | {'lost'} | a run

local keys, rules = lane_keys(), lane_rules()
local gateway, nonce, head, is_cut, media = ARGV[2], ARGV[3], ARGV[12], ARGV[13], ARGV[14]
local now = clock(ARGV[1])
if is_late(ARGV[11], ARGV[1], now) then
  return { 'late', digits(now) }
end

local id = redis.call('HGET', keys.contact, 'id')
local lane = read_lane(keys.lane)
local prints = read_fingerprints(19, now)
local own = {
  nonce = nonce,
  head = head,
  cut = is_cut,
  media = media,
  lasts = now + tonumber(ARGV[15]),
  gateway = gateway,
  at = now,
  stamp = prints.stamp,
  claims = prints.claims,
}
own.request = request_json(now, own.lasts, gateway, own.stamp, own.claims)

local function find_entry(wanted)
  for _, entry in ipairs(lane.entries) do
    if entry.nonce == wanted then
      return parse_entry(entry)
    end
  end
  return nil
end

-- This very message once more, because its answer was lost on the way.
if lane.run and lane.run.taker == nonce and #lane.entries > 0 then
  return same_run(keys, rules, lane, now, id or '', media, head)
end
if id and redis.call('ZSCORE', keys.rate, nonce) then
  for _, waiting in ipairs(lane.waiting) do
    if parse_waiting(waiting).nonce == nonce then
      return { 'waiting', id, lane.run and lane.run.gateway or '', digits(now), '' }
    end
  end
  return { 'lost' }
end

local earlier = find_duplicate(keys, nonce, prints, now)
if earlier then
  local entry = is_expired(keys, lane, now) and find_entry(earlier.nonce)
  if not entry then
    return { 'duplicate', id or '', earlier.json }
  end
  -- The first one died without an answer: this one takes the message over, and is not counted again.
  close_expired_run(keys, rules, lane, now, earlier.nonce)
  own.turn, own.count = entry.turn, entry.count
  claim_running(keys, own, now, rules.lease)
  begin_run(keys, rules, lane, now, gateway, nonce, { own })
  return run_reply(id or '', false, now, lane, { own }, history_before(keys, rules, now, own.turn))
end

if not id and ARGV[18] ~= '1' then
  return { 'crowded' }
end
if not take_rate(keys.rate, now, nonce, tonumber(ARGV[16])) then
  return { 'full', id or '' }
end
local is_new = not id
if is_new then
  id = ARGV[17]
  redis.call('HSET', keys.contact, 'id', id)
end
close_expired_run(keys, rules, lane, now, nil)

if #lane.waiting >= MOST_WAITING then
  local turn, count = record(keys, rules, now, nonce, head, is_cut == 'true')
  write_claims(keys, own, now, done_state(rules, count, (hand_over_answer(rules, 'busy', false))), RESULT_TTL)
  return { 'busy', id, turn, digits(count) }
end
claim_running(keys, own, now, rules.lease)
if not lane.run and #lane.waiting == 0 then
  remove_expired(keys.turns, now, rules.retention)
  local found = history(keys.turns, now, rules.reach)
  own.turn, own.count = record(keys, rules, now, nonce, head, is_cut == 'true')
  begin_run(keys, rules, lane, now, gateway, nonce, { own })
  return run_reply(id, is_new, now, lane, { own }, found)
end

local number = redis.call('HINCRBY', keys.lane, 'seq', 1)
local json = '{"nonce":"' .. nonce .. '",' .. own.request .. ',"media":"' .. media .. '","cut":' .. is_cut .. ',' .. head .. '}'
redis.call('HSET', keys.lane, 'w:' .. number, json)
lane.waiting[#lane.waiting + 1] = { number = number, json = json }
if not lane.run then
  return take_waiting(keys, rules, lane, now, gateway, nonce, id)
end
set_lane_expiry(keys, now, lane)
return { 'waiting', id, lane.run.gateway, digits(now), is_new and '1' or '' }
