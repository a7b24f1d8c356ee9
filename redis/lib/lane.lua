-- The contact's lane: the one run that is under way, what it answers, and what waits. A hash:
--   run           {"fence":…,"until":…,"gateway":"…","lease":…,"taker":"…"}: until when the run's lease lasts, who holds it,
--                 how long the lease is, and the message that was given the run; "acknowledged":true if its callers were told
--                 that the reply comes later, so that it has to be pushed
--   e:<nonce>     a message that the run answers: {"turn":"…","count":…,"until":…,"gateway":"…",…}; one that waited also says
--                 its place in the run and what it is
--   w:<number>    a message that waits, in the order of admission; "told":true if its caller was told so; "until":0 if its
--                 gateway gave it up
--   seq           the newest number
--   done:<nonce>  an answer for a request that another gateway holds open
-- Entries are JSON that these scripts write themselves and read by its fixed order, so that text passes as it is.
--
-- A run that answers one message which did not wait and is the newest turn, in a lane where nothing else is, is kept as one text
-- instead: {"run":{…},"e:<nonce>":{…}}. Whoever changes a lane, or writes a turn beside it, makes it a hash first.

-- A run whose gateway is gone must still be found after every gateway was away for hours.
local DEAD_RUN_TTL = 86400000

-- The keys of every script of the lane, in this order.
local function lane_keys()
  return { turns = KEYS[1], cap = KEYS[2], rate = KEYS[3], contact = KEYS[4], lane = KEYS[5], pending = KEYS[6] }
end

-- ARGV  1 clock ('' for this server's)  2 gateway  3 nonce  4 version of the rules  5 history reach in ms
--       6 idle reset in hours  7 turn cap  8 retention in ms or ''  9 lease in ms
--       10 the escalation as an agent's role and text  11 the acknowledgement as a JSON string where words can be pushed to
--       the contact, or '' where they cannot
local function lane_rules()
  return {
    version = ARGV[4],
    reach = tonumber(ARGV[5]),
    idle_hours = tonumber(ARGV[6]),
    cap_limit = tonumber(ARGV[7]),
    retention = ARGV[8],
    lease = tonumber(ARGV[9]),
    escalation = ARGV[10],
    acknowledgement = ARGV[11],
    can_push = ARGV[11] ~= '',
  }
end

-- What every entry says of its request and of the claims on its fingerprints.
local function request_json(request)
  return '"until":' .. digits(request.lasts) .. ',"gateway":"' .. request.gateway .. '","at":' .. digits(request.at)
    .. ',"stamp":"' .. request.stamp .. '","claims":"' .. request.claims .. '","channel":"' .. request.channel .. '","proven":'
    .. tostring(request.is_proven) .. ',"told":' .. tostring(request.is_told)
end

local REQUEST = '"until":(%d+),"gateway":"([^"]*)","at":(%d+),"stamp":"([^"]*)","claims":"([^"]*)","channel":"([^"]*)",'
  .. '"proven":(%a+),"told":(%a+)'

local function parse_request(entry)
  local lasts, gateway, at, stamp, claims, channel, proven, told = string.match(entry.json, REQUEST)
  entry.lasts, entry.gateway, entry.at = tonumber(lasts), gateway, tonumber(at)
  entry.stamp, entry.claims, entry.channel = stamp, claims, channel
  entry.is_proven, entry.is_told = proven == 'true', told == 'true'
  return entry
end

local function entry_json(entry)
  local json = '{"turn":"' .. entry.turn .. '","count":' .. digits(entry.count) .. ',' .. request_json(entry)
  if entry.place then
    json = json .. ',"place":' .. digits(entry.place) .. ',"media":"' .. entry.media .. '",' .. entry.head
  end
  return json .. '}'
end

local function run_json(run)
  return '{"fence":' .. run.fence .. ',"until":' .. digits(run.lasts) .. ',"gateway":"' .. run.gateway .. '","lease":'
    .. digits(run.lease) .. ',"taker":"' .. run.taker .. '"' .. (run.is_acknowledged and ',"acknowledged":true' or '') .. '}'
end

-- A run that cannot be read is one that has long run out: its lane must not be blocked by it.
local function parse_run(json)
  local fence, lasts, gateway, lease, taker =
    string.match(json, '^{"fence":(%d+),"until":(%d+),"gateway":"([^"]*)","lease":(%d+),"taker":"([^"]*)"')
  return {
    fence = fence or '0',
    lasts = tonumber(lasts) or 0,
    gateway = gateway or '',
    lease = tonumber(lease) or 0,
    taker = taker or '',
    is_acknowledged = string.find(json, '"acknowledged":true}', 1, true) ~= nil,
  }
end

local function turns_left(rules, count)
  return math.max(0, rules.cap_limit - count)
end

-- What is kept of an answered message: its counts, then the members that the gateway wrote.
local function done_state(rules, count, answer)
  return '"state":"done","turn":' .. digits(count) .. ',"turnsLeft":' .. digits(turns_left(rules, count)) .. ',' .. answer
end

-- The lane lives as long as its run's lease; while something waits it has no end; answers for others stay a while.
local function set_lane_expiry(keys, now, lane)
  if #lane.waiting > 0 then
    redis.call('PERSIST', keys.lane)
  elseif lane.run then
    redis.call('PEXPIRE', keys.lane, digits(math.max(lane.run.lasts - now, 0) + DEAD_RUN_TTL))
  elseif next(lane.done) then
    redis.call('PEXPIRE', keys.lane, RESULT_TTL)
  elseif not lane.is_gone then
    redis.call('DEL', keys.lane)
  end
end

-- Records an entry's message as a turn and counts it. Gives the turn, the count and, if a run begins with it, the run's number.
local function record(keys, rules, now, entry, begins_run, newest)
  local count, fence = count_message(keys, now, rules.idle_hours, rules.cap_limit, begins_run)
  local tail = ',"count":' .. digits(count) .. ',"rules":"' .. rules.version .. '"'
  if entry.cut == 'true' then
    tail = tail .. ',"cut":true'
  end
  return append_turn(keys.turns, now, entry.nonce, entry.head, tail, newest), count, fence
end

-- Begins a run for messages whose turns are recorded, and gives it to the message that asks. For one that is alone in its lane
-- and whose time is its turn's score, the newest one, the lane is one text.
local function begin_run(keys, rules, lane, now, run, entries, is_simple)
  lane.run = { fence = digits(run.fence), lasts = now + rules.lease, gateway = run.gateway, lease = rules.lease, taker = run.taker }
  lane.is_gone = false
  local fields = { 'run', run_json(lane.run) }
  for _, entry in ipairs(entries) do
    local json = entry_json(entry)
    fields[#fields + 1] = 'e:' .. entry.nonce
    fields[#fields + 1] = json
    lane.entries[#lane.entries + 1] = { nonce = entry.nonce, json = json }
  end
  if is_simple and not next(lane.done) then
    local folded = '{"run":' .. fields[2] .. ',"' .. fields[3] .. '":' .. fields[4] .. '}'
    redis.call('SET', keys.lane, folded, 'PX', digits(rules.lease + DEAD_RUN_TTL))
    return
  end
  redis.call('HSET', keys.lane, unpack(fields))
  set_lane_expiry(keys, now, lane)
end

-- A message whose request is this long past its deadline has nobody who would take it away.
local GRACE = 1000
local MOST_WAITING = 50

-- The fields and values of a lane, one behind the other, and whether they are kept as one text. One that cannot be read is none.
local function lane_fields(key)
  if redis.call('TYPE', key).ok ~= 'string' then
    return redis.call('HGETALL', key), false
  end
  local run, field, entry = string.match(redis.call('GET', key), '^{"run":({[^}]*}),"(e:[^"]*)":({.*})}$')
  return run and { 'run', run, field, entry } or {}, true
end

-- Makes a hash of a lane that is one text. The first command is one that a full Redis refuses, see take_rate.
local function unfold(key, fields)
  local lasts = redis.call('PTTL', key)
  redis.call('SET', key, '', 'KEEPTTL')
  redis.call('DEL', key)
  if #fields > 0 then
    redis.call('HSET', key, unpack(fields))
    redis.call('PEXPIRE', key, lasts)
  end
end

local function parse_lane(flat)
  local lane = { run = nil, entries = {}, waiting = {}, done = {} }
  for i = 1, #flat, 2 do
    local field, value = flat[i], flat[i + 1]
    local kind, name = string.match(field, '^(%a+):(.*)$')
    if field == 'run' then
      lane.run = parse_run(value)
    elseif kind == 'e' then
      lane.entries[#lane.entries + 1] = { nonce = name, json = value }
    elseif kind == 'w' then
      lane.waiting[#lane.waiting + 1] = { number = tonumber(name), json = value }
    elseif kind == 'done' then
      lane.done[name] = value
    end
  end
  table.sort(lane.waiting, function(a, b)
    return a.number < b.number
  end)
  return lane
end

-- The lane as a hash, for a script that may change it.
local function open_lane(key)
  local fields, is_folded = lane_fields(key)
  if is_folded then
    unfold(key, fields)
  end
  return parse_lane(fields)
end

-- {"nonce":"…",<request>,"media":"…","cut":…,"role":"contact","text":…}
local function parse_waiting(entry)
  parse_request(entry)
  entry.nonce = string.match(entry.json, '^{"nonce":"([^"]*)"')
  entry.media, entry.cut, entry.head = string.match(entry.json, '"media":"(%u+)","cut":(%a+),("role":"contact",.*)}$')
  return entry
end

-- {"turn":"…","count":…,<request>} or {"turn":"…","count":…,<request>,"place":…,"media":"…","role":"contact","text":…}
local function parse_entry(entry)
  parse_request(entry)
  local turn, count = string.match(entry.json, '^{"turn":"([^"]*)","count":(%d+)')
  entry.turn, entry.count = turn, tonumber(count)
  local place, media, head = string.match(entry.json, '"place":(%d+),"media":"(%u+)",("role":"contact",.*)}$')
  entry.place, entry.media, entry.head = tonumber(place), media, head
  return entry
end

local function waiting_json(entry)
  return '{"nonce":"' .. entry.nonce .. '",' .. request_json(entry) .. ',"media":"' .. entry.media .. '","cut":' .. entry.cut
    .. ',' .. entry.head .. '}'
end

-- The answer of a message that was handed over, as JSON members after its counts.
local function hand_over_answer(rules, reason, is_hung_up)
  local text = string.match(rules.escalation, '^"role":"agent","text":(.*)$')
  return '"hungUp":' .. tostring(is_hung_up) .. ',"history":0,"outcome":"escalated","reason":"' .. reason .. '","texts":['
    .. text .. ']',
    text
end

-- What is kept of a message whose caller was told that the answer comes later; the newest one's caller was told so in words.
local function acknowledged_state(rules, count, is_newest)
  return '"state":"done","turn":' .. digits(count) .. ',"turnsLeft":' .. digits(turns_left(rules, count))
    .. ',"hungUp":false,"history":0,"outcome":"' .. (is_newest and 'acknowledged' or 'silent') .. '","reason":"","texts":['
    .. (is_newest and rules.acknowledgement or '') .. ']'
end

-- Leaves an agent's turn to be pushed, behind what is already. The members are "texts", "outcome" and what else there is.
local function push(keys, now, turn, to, channel, members)
  redis.call(
    'RPUSH',
    keys.pending,
    '{"turn":"' .. turn .. '","to":"' .. to .. '","at":' .. digits(now) .. ',"channel":"' .. channel .. '",' .. members .. '}'
  )
end

-- Hands over a message that nobody will answer any more: the agent's turn, and the answer for whoever asks again.
local function hand_over(keys, rules, now, entry, turn, count)
  local agents = append_turn(
    keys.turns,
    now,
    'dead-' .. entry.nonce,
    rules.escalation,
    ',"to":"' .. turn .. '","outcome":"escalated","reason":"state_unavailable"'
  )
  local answer, text = hand_over_answer(rules, 'state_unavailable', true)
  write_claims(keys, entry, now, done_state(rules, count, answer), RESULT_TTL)
  return agents, text
end

-- The same for one whose request has died with its gateway, or was told that its answer comes later: the words are pushed.
-- Whoever was told so is owed them, also if nothing can be pushed just now.
local function hand_over_dead(keys, rules, now, entry, turn, count, is_promised)
  local agents, text = hand_over(keys, rules, now, entry, turn, count)
  if rules.can_push or is_promised or entry.is_told then
    local members = '"texts":[' .. text .. '],"outcome":"escalated","reason":"state_unavailable"'
    push(keys, now, agents, turn, entry.channel, members)
  end
end

-- Of a message that still waits, in place of its request's deadline.
local GIVEN_UP = 0

-- Hands over a message that still waits: only now it is recorded and counted. Whoever gave it up has told its caller.
local function hand_over_waiting(keys, rules, now, number, entry)
  local turn, count = record(keys, rules, now, entry)
  local pass_on = (entry.lasts > GIVEN_UP or entry.is_told) and hand_over_dead or hand_over
  pass_on(keys, rules, now, entry, turn, count)
  redis.call('HDEL', keys.lane, 'w:' .. number)
end

-- Turns stand in the order of admission: what was given up is handed over once nothing else waits before it, unless it has
-- become part of a run with what did.
local function hand_over_given_up(keys, rules, now, lane)
  while lane.waiting[1] and parse_waiting(lane.waiting[1]).lasts == GIVEN_UP do
    local first = table.remove(lane.waiting, 1)
    hand_over_waiting(keys, rules, now, first.number, first)
  end
end

local function drop_run(keys, lane)
  if #lane.waiting == 0 and not next(lane.done) then
    redis.call('DEL', keys.lane)
    lane.is_gone = true
  else
    local fields = { 'run' }
    for _, entry in ipairs(lane.entries) do
      fields[#fields + 1] = 'e:' .. entry.nonce
    end
    redis.call('HDEL', keys.lane, unpack(fields))
  end
  lane.run, lane.entries = nil, {}
end

-- Whether the run's lease has run out. A clock that was set back does not prolong it by more than a lease from now on.
local function is_expired(keys, lane, now)
  local run = lane.run
  if run and run.lasts - now > run.lease then
    run.lasts = now + run.lease
    redis.call('HSET', keys.lane, 'run', run_json(run))
  end
  return run and run.lasts <= now
end

-- A run whose lease has run out has lost its gateway: its messages are handed over, but for the one that is asked for
-- again just now. Gives how many were.
local function close_expired_run(keys, rules, lane, now, but_for)
  if not is_expired(keys, lane, now) then
    return 0
  end
  for _, entry in ipairs(lane.entries) do
    if entry.nonce ~= but_for then
      parse_entry(entry)
      hand_over_dead(keys, rules, now, entry, entry.turn, entry.count, lane.run.is_acknowledged)
    end
  end
  local closed = #lane.entries
  drop_run(keys, lane)
  return closed
end

-- {'running', count, '1' if no later request is part of the run}
local function running_reply(lane, nonce)
  local mine, latest = nil, 0
  for _, entry in ipairs(lane.entries) do
    parse_request(entry)
    if entry.nonce == nonce then
      mine = entry
    end
    latest = math.max(latest, entry.lasts)
  end
  if not mine then
    return nil
  end
  return { 'running', string.match(mine.json, '"count":(%d+)'), mine.lasts == latest and '1' or '' }
end

-- The message that may take all that waits: the newest whose request is open, else the newest whose caller was told that
-- its answer comes later.
local function newest_waiting(lane, now)
  local told = nil
  for i = #lane.waiting, 1, -1 do
    local entry = parse_waiting(lane.waiting[i])
    if entry.lasts > now then
      return entry
    end
    if entry.is_told and entry.lasts > GIVEN_UP and not told then
      told = entry
    end
  end
  return told
end

-- The callers of a run have been told that its reply comes later.
local function acknowledge_run(keys, rules, lane, now)
  lane.run.is_acknowledged = true
  redis.call('HSET', keys.lane, 'run', run_json(lane.run))
  local newest = nil
  for _, entry in ipairs(lane.entries) do
    parse_entry(entry)
    if not newest or entry.lasts >= newest.lasts then
      newest = entry
    end
  end
  for _, entry in ipairs(lane.entries) do
    write_claims(keys, entry, now, acknowledged_state(rules, entry.count, entry == newest), rules.lease + RESULT_TTL)
  end
end

-- What a run may know of earlier turns: nothing, unless each of its messages has proven whose it is.
local function are_proven(entries)
  for _, entry in ipairs(entries) do
    if not entry.is_proven then
      return false
    end
  end
  return true
end

-- The number of a run that is taken over, whose messages are counted already.
local function next_fence(keys, rules, now, before)
  local stored = tonumber(redis.call('HGET', keys.cap, 'fence') or '0')
  local fence = math.max(stored + 1, tonumber(before.fence) + 1, now)
  redis.call('HSET', keys.cap, 'fence', digits(fence))
  if redis.call('PTTL', keys.cap) < 0 then
    redis.call('PEXPIRE', keys.cap, digits(rules.idle_hours * HOUR))
  end
  return fence
end

-- {'run', conversation id, fence, now, lease's end, marks, how many entries,
--  per entry: nonce, turn id, count, its request's deadline, its gateway, media, text as JSON members, '1' if its caller was
--  told that the answer comes later,
--  newest turn of the history, …}
local function run_reply(id, marks, now, lane, entries, found)
  local reply = {
    'run',
    id,
    lane.run.fence,
    digits(now),
    digits(lane.run.lasts),
    marks,
    digits(#entries),
  }
  for _, entry in ipairs(entries) do
    for _, value in ipairs({
      entry.nonce,
      entry.turn,
      digits(entry.count),
      digits(entry.lasts),
      entry.gateway,
      entry.media,
      entry.head,
      entry.is_told and '1' or '',
    }) do
      reply[#reply + 1] = value
    end
  end
  for _, member in ipairs(are_proven(entries) and found or {}) do
    reply[#reply + 1] = member
  end
  return reply
end

-- The turns before a message that is already recorded, newest first.
local function history_before(keys, rules, now, turn)
  local member = find_turn(keys.turns, string.match(turn, '%-(.*)$'), recorded_at('{"id":"' .. turn))
  local found = {}
  local below = member and '(' .. redis.call('ZSCORE', keys.turns, member) or '+inf'
  local oldest = now - rules.reach
  for _, before in
    ipairs(redis.call('ZRANGE', keys.turns, below, digits(oldest), 'BYSCORE', 'REV', 'LIMIT', 0, 10))
  do
    if recorded_at(before) >= oldest then
      found[#found + 1] = before
    end
  end
  return found
end

local function is_taken_from_waiting(lane)
  return #lane.entries > 0 and parse_entry(lane.entries[1]).place ~= nil
end

-- The run once more for the message that was given it, because that reply was lost. What a message that did not wait is,
-- its caller says again.
local function same_run(keys, rules, lane, now, id, media, head)
  for _, entry in ipairs(lane.entries) do
    parse_entry(entry)
    entry.place, entry.media, entry.head = entry.place or 1, entry.media or media, entry.head or head
  end
  table.sort(lane.entries, function(a, b)
    return a.place < b.place
  end)
  return run_reply(id, '', now, lane, lane.entries, history_before(keys, rules, now, lane.entries[1].turn))
end

-- Takes all that waits as one run.
local function take_waiting(keys, rules, lane, now, gateway, taker, id, marks)
  remove_expired(keys.turns, now, rules.retention)
  local found = history(keys.turns, now, rules.reach)
  local entries, fence = {}, 0
  for _, waiting in ipairs(lane.waiting) do
    local entry = parse_waiting(waiting)
    entry.turn, entry.count, fence = record(keys, rules, now, entry, true)
    if not entry.is_told then
      claim_running(keys, entry, now, rules.lease)
    end
    redis.call('HDEL', keys.lane, 'w:' .. waiting.number)
    entries[#entries + 1] = entry
    entry.place = #entries
  end
  lane.waiting = {}
  begin_run(keys, rules, lane, now, { fence = fence, gateway = gateway, taker = taker }, entries)
  return run_reply(id, marks, now, lane, entries, found)
end
