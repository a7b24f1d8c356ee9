-- Admits one message of a contact: binding, duplicate, rate limit, lane; where the lane is free also its count, its turn, the
-- history before it, and its run. An unbound message goes past the lane. Safe to repeat: a message that was admitted before
-- gets its first answer again.
--
-- KEYS  turns, cap, rate, contact, lane, pending
-- ARGV  1 to 11 as every script of the lane  12 not after  13 role and text as JSON members  14 'true' if cut, or 'false'
--       15 media  16 ms until the request's deadline  17 messages an hour  18 conversation id if the contact is new
--       19 '1' if a new contact may be created  20 channel  21 what binds: 'secret', 'token' or 'lenient'
--       22 digest of the token that was presented, or ''  23 to 28 the fingerprints: strong one or '', its window in ms, weak
--       one or '', its window in ms, tag of the stamp or '', the stamp in ms or ''  29 '1' if an earlier attempt to send this
--       very message may have taken effect
-- Gives {'late', now} | {'full', conversation id, marks} | {'crowded'} | {'duplicate', conversation id, what is known of it,
--       marks} | {'waiting', conversation id, gateway that holds the run, now, marks}
--       | {'busy', conversation id, turn id, count} | {'lost'} | {'unbound', conversation id, turn id, marks} | a run
--       | {'own', conversation id, fence, now, lease's end, marks, turn id, count, the history, newest turn first}: a
--       run that answers this message alone

local keys, rules = lane_keys(), lane_rules()
local gateway, nonce = ARGV[2], ARGV[3]
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
  head = ARGV[13],
  cut = ARGV[14],
  media = ARGV[15],
  lasts = now + tonumber(ARGV[16]),
  gateway = gateway,
  at = now,
  stamp = prints.stamp,
  claims = prints.claims,
  channel = ARGV[20],
  is_proven = binding == 'proven',
  is_told = false,
}

-- Lets a message in that was not delivered before: gives its marks, or nil and what it is answered instead.
local function enter()
  if not id and ARGV[19] ~= '1' then
    return nil, { 'crowded' }
  end
  if not take_rate(keys.rate, now, tonumber(ARGV[17])) then
    return nil, { 'full', id or '', '' }
  end
  local is_new = not id
  if is_new then
    id = ARGV[18]
    redis.call('HSET', keys.contact, 'id', id)
  end
  return marks_of(is_new, want_token(keys, now, token_pause), false)
end

-- Records the message and begins its run in a lane where none is and nothing waits.
local function run_at_once(lane, marks)
  remove_expired(keys.turns, now, rules.retention)
  local found, newest = history(keys.turns, now, rules.reach)
  local fence
  own.turn, own.count, fence = record(keys, rules, now, own, true, newest)
  local is_newest = newest and newest < now
  begin_run(keys, rules, lane, now, { fence = fence, gateway = gateway, taker = nonce }, { own }, is_newest)
  return {
    'own',
    id,
    lane.run.fence,
    digits(now),
    digits(lane.run.lasts),
    marks,
    own.turn,
    digits(own.count),
    own.is_proven and found or {},
  }
end

-- Answered from its own message alone: apart from the contact's turns, and without waiting for them.
local function admit_unbound()
  as_unbound(prints)
  own.claims = prints.claims
  local earlier, is_again = find_duplicate(keys, nonce, prints, now)
  if earlier then
    return { 'duplicate', id, earlier.json, marks_of(false, false, true) }
  end
  local before = (is_again or ARGV[29] == '1') and find_turn(sibling(keys, 'unbound'), nonce, now - HOUR)
  if before then
    return { 'unbound', id, turn_id(before), marks_of(false, false, true) }
  end
  if not take_rate(sibling(keys, 'rate-unbound'), now, tonumber(ARGV[17])) then
    return { 'full', id, marks_of(false, false, true) }
  end
  local tail = ',"rules":"' .. rules.version .. '"' .. (own.cut == 'true' and ',"cut":true' or '')
  local turn = append_unbound(keys, now, nonce, own.head, tail, rules.retention)
  claim_running(keys, own, now, 0)
  return { 'unbound', id, turn, marks_of(false, want_token(keys, now, token_pause), true) }
end

if binding == 'unbound' then
  return admit_unbound()
end
local lane = open_lane(keys.lane)

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
  return same_run(keys, rules, lane, now, id or '', own.media, own.head)
end
for _, waiting in ipairs(lane.waiting) do
  if parse_waiting(waiting).nonce == nonce then
    return { 'waiting', id, lane.run and lane.run.gateway or '', digits(now), '' }
  end
end
local earlier, is_again = find_duplicate(keys, nonce, prints, now)
if (is_again or ARGV[29] == '1') and find_turn(keys.turns, nonce, now - HOUR) then
  return { 'lost' }
end
if earlier then
  local entry = is_expired(keys, lane, now) and find_entry(earlier.nonce)
  if not entry then
    return { 'duplicate', id or '', earlier.json, '' }
  end
  -- The first one died without an answer: this one takes the message over, and is not counted again.
  local fence = next_fence(keys, rules, now, lane.run)
  close_expired_run(keys, rules, lane, now, earlier.nonce)
  own.turn, own.count = entry.turn, entry.count
  claim_running(keys, own, now, rules.lease)
  begin_run(keys, rules, lane, now, { fence = fence, gateway = gateway, taker = nonce }, { own })
  return run_reply(id or '', '', now, lane, { own }, history_before(keys, rules, now, own.turn))
end

local marks, refusal = enter()
if refusal then
  return refusal
end
close_expired_run(keys, rules, lane, now, nil)

if #lane.waiting >= MOST_WAITING then
  local turn, count = record(keys, rules, now, own)
  write_claims(keys, own, now, done_state(rules, count, (hand_over_answer(rules, 'busy', false))), RESULT_TTL)
  return { 'busy', id, turn, digits(count) }
end
claim_running(keys, own, now, rules.lease)
if not lane.run and #lane.waiting == 0 then
  return run_at_once(lane, marks)
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
