-- Admits one message of a contact: binding, duplicate, rate limit, lane; where the lane is free also its count, its turn, the
-- history before it, and its run. An unbound message goes past the lane. Safe to repeat: a nonce that was admitted before
-- gets its first answer again.
--
-- KEYS  turns, cap, rate, contact, lane, pending
-- ARGV  1 to 11 as every script of the lane  12 not after  13 role and text as JSON members  14 'true' if cut, or 'false'
--       15 media  16 ms until the request's deadline  17 messages an hour  18 conversation id if the contact is new
--       19 '1' if a new contact may be created  20 channel  21 what binds: 'secret', 'token' or 'lenient'
--       22 digest of the token that was presented, or ''  23 to 28 the fingerprints: strong one or '', its window in ms, weak
--       one or '', its window in ms, tag of the stamp or '', the stamp in ms or ''
-- Gives {'late', now} | {'full', conversation id, marks} | {'crowded'} | {'duplicate', conversation id, what is known of it,
--       marks} | {'waiting', conversation id, gateway that holds the run, now, marks}
--       | {'busy', conversation id, turn id, count} | {'lost'} | {'unbound', conversation id, turn id, marks} | a run

local keys, rules = lane_keys(), lane_rules()
local gateway, nonce, head, is_cut, media = ARGV[2], ARGV[3], ARGV[13], ARGV[14], ARGV[15]
local now = clock(ARGV[1])
if is_late(ARGV[12], ARGV[1], now) then
  return { 'late', digits(now) }
end

local known = redis.call('HMGET', keys.contact, 'id', 'token', 'tokenBefore', 'tokenPending')
local id = known[1]
local binding, token_pause = bind(keys, ARGV[21], ARGV[22], known)
local prints = read_fingerprints(23, now)
local own = {
  nonce = nonce,
  head = head,
  cut = is_cut,
  media = media,
  lasts = now + tonumber(ARGV[16]),
  gateway = gateway,
  at = now,
  stamp = prints.stamp,
  channel = ARGV[20],
  is_proven = binding == 'proven',
  is_told = false,
}

-- Answered from its own message alone: apart from the contact's turns, and without waiting for them.
local function admit_unbound()
  as_unbound(prints)
  own.claims = prints.claims
  local rate = sibling(keys, 'rate-unbound')
  if redis.call('ZSCORE', rate, nonce) then
    local member = find_turn(sibling(keys, 'unbound'), nonce, now - HOUR)
    return { 'unbound', id, member and turn_id(member) or '', marks_of(false, false, true) }
  end
  local earlier = find_duplicate(keys, nonce, prints, now)
  if earlier then
    return { 'duplicate', id, earlier.json, marks_of(false, false, true) }
  end
  if not take_rate(rate, now, nonce, tonumber(ARGV[17])) then
    return { 'full', id, marks_of(false, false, true) }
  end
  local tail = ',"rules":"' .. rules.version .. '"' .. (is_cut == 'true' and ',"cut":true' or '')
  local turn = append_unbound(keys, now, nonce, head, tail, rules.retention)
  claim_running(keys, own, now, 0)
  return { 'unbound', id, turn, marks_of(false, want_token(keys, now, token_pause), true) }
end

if binding == 'unbound' then
  return admit_unbound()
end
own.claims = prints.claims
local lane = read_lane(keys.lane)

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
    return { 'duplicate', id or '', earlier.json, '' }
  end
  -- The first one died without an answer: this one takes the message over, and is not counted again.
  close_expired_run(keys, rules, lane, now, earlier.nonce)
  own.turn, own.count = entry.turn, entry.count
  claim_running(keys, own, now, rules.lease)
  begin_run(keys, rules, lane, now, gateway, nonce, { own })
  return run_reply(id or '', '', now, lane, { own }, history_before(keys, rules, now, own.turn))
end

if not id and ARGV[19] ~= '1' then
  return { 'crowded' }
end
if not take_rate(keys.rate, now, nonce, tonumber(ARGV[17])) then
  return { 'full', id or '', '' }
end
local is_new = not id
if is_new then
  id = ARGV[18]
  redis.call('HSET', keys.contact, 'id', id)
end
local marks = marks_of(is_new, want_token(keys, now, token_pause), false)
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
  return run_reply(id, marks, now, lane, { own }, found)
end

local number = redis.call('HINCRBY', keys.lane, 'seq', 1)
local json = waiting_json(own)
redis.call('HSET', keys.lane, 'w:' .. number, json)
lane.waiting[#lane.waiting + 1] = { number = number, json = json }
if not lane.run then
  return take_waiting(keys, rules, lane, now, gateway, nonce, id, marks)
end
set_lane_expiry(keys, now, lane)
return { 'waiting', id, lane.run.gateway, digits(now), marks }
