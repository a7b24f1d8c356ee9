-- Ends a run: the agent's turns, the answers for whoever asks again, and the lane is free. Words that no request carries are
-- left to be pushed; so are words that one would carry while earlier ones still are, since no reply may overtake another.
-- Safe to repeat. A holder whose lease was taken over is refused, and nothing of its own is written.
--
-- KEYS  turns, cap, rate, contact, lane, pending
-- ARGV  1 clock ('' for this server's)  2 gateway  3 fence, or '' for a message that had no run  4 not after
--       5 'push' if no request carries the words, 'behind' if one does but they may be pushed, '' if they cannot be
--       6 the acknowledgement as a JSON string  7 how many agent's turns  8 '1' if there is one, and it says all that whoever
--       asks again is to be told
--       per turn: nonce, id of the contact's turn that it answers, role and text as JSON members, further members,
--       members of what is pushed
--       then per answer: nonce of the message, the answer as JSON members
-- Gives {'settled', how many wait, '1' if the words are pushed} | {'fenced'} | {'late', now}

local keys = lane_keys()
local gateway, fence, mode, acknowledgement, turns = ARGV[2], ARGV[3], ARGV[5], ARGV[6], tonumber(ARGV[7])
local is_told_by_turn = ARGV[8] == '1'
local now = clock(ARGV[1])
if is_late(ARGV[4], ARGV[1], now) then
  return { 'late', digits(now) }
end
local lane = open_lane(keys.lane)
local FIRST, WIDTH = 9, 5

local function find_mine(i)
  return find_turn(keys.turns, ARGV[i], tonumber(string.match(ARGV[i + 1], '^(%d+)%-')))
end

local function settled(is_pushed)
  return { 'settled', digits(#lane.waiting), is_pushed and '1' or '' }
end

if fence ~= '' and not (lane.run and lane.run.fence == fence and lane.run.gateway == gateway) then
  local mine = find_mine(FIRST)
  if mine then
    return settled(string.find(mine, ',"pushed":true', 1, true))
  end
  return { 'fenced' }
end

-- What is pending may be a hand-over alone: no reply has to wait for a tag.
local function has_words_pending()
  local first, step = 0, 10
  while true do
    local items = redis.call('LRANGE', keys.pending, first, first + step - 1)
    for _, item in ipairs(items) do
      if string.find(item, '"texts":["', 1, true) or string.find(item, '"text":"', 1, true) then
        return true
      end
    end
    if #items < step then
      return false
    end
    first = first + step
  end
end

-- Whoever told a caller that the answer comes later, be it another gateway, has to be kept to it. That says nothing of a message
-- that had no run: its own request carries its words.
local is_acknowledged = fence ~= '' and lane.run and lane.run.is_acknowledged
local is_pushed = mode == 'push' or is_acknowledged or mode == 'behind' and has_words_pending()

-- What is pushed of a turn, where its gateway did not expect that anything is.
local function members_to_push(given, head, tail)
  if given ~= '' then
    return given
  end
  return '"texts":[' .. string.match(head, '"text":(.*)$') .. ']' .. string.match(tail, '^,"outcome":"%a+"')
    .. (string.match(tail, '^,"outcome":"%a+"(,"reason":"[%a_]+")') or '')
end

local channels = {}
for _, entry in ipairs(lane.entries) do
  parse_entry(entry)
  channels[entry.turn] = entry.channel
end
for i = FIRST, FIRST + WIDTH * turns - 1, WIDTH do
  if fence ~= '' or not find_mine(i) then
    local to, tail = ARGV[i + 1], ARGV[i + 3]
    if is_pushed then
      tail = tail .. ',"pushed":true'
    end
    local turn = append_turn(keys.turns, now, ARGV[i], ARGV[i + 2], ',"to":"' .. to .. '"' .. tail)
    if is_pushed then
      push(keys, now, turn, to, channels[to] or '', members_to_push(ARGV[i + 4], ARGV[i + 2], ARGV[i + 3]))
    end
  end
end
if fence == '' then
  return settled(is_pushed)
end

-- Where the words are pushed, the answer is without them: whoever asks again is told nothing twice.
local function without_words(answer, outcome, texts)
  return (string.gsub(
    string.gsub(answer, '"outcome":"%a+","reason":"[^"]*"', '"outcome":"' .. outcome .. '","reason":""'),
    '"texts":%[.*%]$',
    function()
      return '"texts":[' .. texts .. ']'
    end
  ))
end

local answers, newest = {}, nil
for i = FIRST + WIDTH * turns, #ARGV, 2 do
  answers[ARGV[i]] = ARGV[i + 1]
end
for _, entry in ipairs(lane.entries) do
  if entry.lasts > now and (not newest or entry.lasts >= newest.lasts) then
    newest = entry
  end
end
for _, entry in ipairs(lane.entries) do
  local answer = answers[entry.nonce]
  if answer then
    local kept = is_pushed and without_words(answer, 'silent', '') or answer
    if is_pushed or entry.gateway ~= gateway or not is_told_by_turn then
      write_claims(keys, entry, now, '"state":"done",' .. kept, RESULT_TTL)
    end
    if entry.gateway ~= gateway then
      local given = is_pushed and entry == newest and without_words(answer, 'acknowledged', acknowledgement) or kept
      redis.call('HSET', keys.lane, 'done:' .. entry.nonce, '{' .. given .. '}')
      lane.done[entry.nonce] = answer
    end
  end
end
drop_run(keys, lane)
set_lane_expiry(keys, now, lane)
return settled(is_pushed)
