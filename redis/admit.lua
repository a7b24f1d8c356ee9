-- Admits one message of a contact: rate limit, count in the stretch, history, the contact's own turn.
-- Safe to repeat: a nonce that was admitted before gets its first answer again.
--
-- KEYS  turns, cap, rate, contact
-- ARGV  1 clock ('' for this server's)  2 not after  3 nonce  4 role and text as JSON members
--       5 version of the rules  6 '1' if the text was cut  7 history reach in ms  8 idle reset in hours
--       9 turn cap  10 messages an hour  11 retention in ms or ''  12 conversation id if the contact is new
--       13 '1' if a new contact may be created
-- Gives {'late', now} | {'full', conversation id} | {'crowded'}
--       | {'admitted', conversation id, turn id, count, now, '1' if the contact is new, newest turn, …}

local keys = { turns = KEYS[1], cap = KEYS[2], rate = KEYS[3], contact = KEYS[4] }
local nonce, head, version, cut = ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local reach, idle_hours, cap_limit = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
local rate_limit, retention, new_id, may_create = tonumber(ARGV[10]), ARGV[11], ARGV[12], ARGV[13] == '1'

local now = clock(ARGV[1])
if is_late(ARGV[2]) then
  return { 'late', digits(now) }
end

local function admitted(id, is_new, turn, count, at, found)
  local reply = { 'admitted', id, turn, digits(count), digits(at), is_new and '1' or '' }
  for _, member in ipairs(found) do
    reply[#reply + 1] = member
  end
  return reply
end

local function history_before(score)
  local found = {}
  local oldest = now - reach
  for _, member in
    ipairs(redis.call('ZRANGE', keys.turns, '(' .. score, digits(oldest), 'BYSCORE', 'REV', 'LIMIT', 0, 10))
  do
    if recorded_at(member) >= oldest then
      found[#found + 1] = member
    end
  end
  return found
end

local id = redis.call('HGET', keys.contact, 'id')

local admitted_at = redis.call('ZSCORE', keys.rate, nonce)
if admitted_at and id then
  local member = find_turn(keys.turns, nonce, tonumber(admitted_at))
  if member then
    local count = tonumber(string.match(member, '"count":(%d+)'))
    local before = history_before(redis.call('ZSCORE', keys.turns, member))
    return admitted(id, false, turn_id(member), count, now, before)
  end
end

if not id and not may_create then
  return { 'crowded' }
end
if not take_rate(keys.rate, now, nonce, rate_limit) then
  return { 'full', id or '' }
end
local is_new = not id
if is_new then
  id = new_id
  redis.call('HSET', keys.contact, 'id', id)
end

remove_expired(keys.turns, now, retention)
local found = history(keys.turns, now, reach)
local count = count_message(keys, now, idle_hours, cap_limit)
local tail = ',"count":' .. digits(count) .. ',"rules":"' .. version .. '"'
if cut == '1' then
  tail = tail .. ',"cut":true'
end
local turn = append_turn(keys.turns, now, nonce, head, tail)
return admitted(id, is_new, turn, count, now, found)
