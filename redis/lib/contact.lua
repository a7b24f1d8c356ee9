-- Shared by all scripts of a contact, put in front of each. Every function works on keys that it is given: scripts
-- touch one contact's keys only. Times are epoch milliseconds; Lua's numbers hold them exactly.

local HOUR = 3600000

-- Numbers over 14 digits lose digits in tostring().
local function digits(number)
  return string.format('%.0f', number)
end

local function server_now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- The contact's clock is this server's; only tests pass another.
local function clock(given)
  if given == '' then
    return server_now()
  end
  return tonumber(given)
end

-- A command that waited longer than its sender did must not take effect any more. Its sender goes by this server's clock.
local function is_late(not_after, given, now)
  return (given == '' and now or server_now()) > tonumber(not_after)
end

local function recorded_at(member)
  return tonumber(string.match(member, '^{"id":"(%d+)%-'))
end

local function is_contacts(member)
  return string.find(member, '^{"id":"%d+%-[^"]*","role":"contact"') ~= nil
end

-- The turn that a nonce recorded, looked for from the given time on among the newest 200; nil if there is none.
local function find_turn(turns, nonce, since)
  for _, member in ipairs(redis.call('ZRANGE', turns, '+inf', digits(since), 'BYSCORE', 'REV', 'LIMIT', 0, 200)) do
    if string.match(member, '^{"id":"%d+%-([^"]*)"') == nonce then
      return member
    end
  end
  return nil
end

local function turn_id(member)
  return string.match(member, '^{"id":"([^"]+)"')
end

-- Appends a turn: {id, role, text, then what else there is}. Scores of a contact strictly increase even if the clock
-- steps back; where the score is not the time, the turn keeps the time as "at".
--
-- The newest score is looked up unless the caller knows it.
local function append_turn(turns, now, nonce, head, tail, newest)
  local at = digits(now)
  local score = at
  newest = newest or tonumber(redis.call('ZRANGE', turns, -1, -1, 'WITHSCORES')[2] or '0')
  if newest >= now then
    score = digits(newest + 1)
    tail = ',"at":' .. at .. tail
  end
  local id = at .. '-' .. nonce
  redis.call('ZADD', turns, score, '{"id":"' .. id .. '",' .. head .. tail .. '}')
  return id
end

-- Counts the stretch anew from the turns: back to a gap, to the operator's reset, or until it holds as many as the cap.
local function recount(turns, now, idle, cap_limit, reset_after)
  local count, since, previous, offset = 0, now, now, 0
  while true do
    local batch = redis.call('ZREVRANGE', turns, offset, offset + 49, 'WITHSCORES')
    for i = 1, #batch, 2 do
      local at = recorded_at(batch[i])
      if tonumber(batch[i + 1]) <= reset_after or previous - at >= idle then
        return count, since, false
      end
      if is_contacts(batch[i]) then
        if at - previous >= idle then
          return count, since, false
        end
        count, since, previous = count + 1, at, at
        if count >= cap_limit then
          return count, since, true
        end
      end
    end
    if #batch < 100 then
      return count, since, false
    end
    offset = offset + 50
  end
end

-- How many messages the present stretch holds and since when, from the cached counter or, where that is missing or was
-- made under other rules, from the turns. "upto" says that the turns were counted no further than a cap; the fence is the
-- number of the newest run, or 0.
local function stretch(keys, now, idle_hours, cap_limit)
  local idle = idle_hours * HOUR
  local cached = redis.call('HMGET', keys.cap, 'count', 'since', 'last', 'idle', 'upto', 'fence')
  local found = { had_upto = cached[5], fence = tonumber(cached[6] or '0') }
  local is_of_these_rules = cached[1] and cached[2] and cached[3] and tonumber(cached[4]) == idle_hours
  local is_counted_far_enough = not cached[5] or tonumber(cached[5]) >= cap_limit
  if not (is_of_these_rules and is_counted_far_enough) then
    local reset_after = tonumber(redis.call('HGET', keys.contact, 'resetAfter') or '-1')
    local is_cut
    found.count, found.since, is_cut = recount(keys.turns, now, idle, cap_limit, reset_after)
    found.upto = is_cut and digits(cap_limit)
  elseif math.abs(now - tonumber(cached[3])) >= idle then
    found.count, found.since = 0, now
  else
    found.count, found.since, found.upto = tonumber(cached[1]), tonumber(cached[2]), cached[5]
  end
  local last = tonumber(cached[3] or '')
  found.was_counted_lately = is_of_these_rules and last >= now - now % HOUR and last <= now
  return found
end

-- Counts a message into the stretch and keeps the counter until the stretch would be over by itself, and up to an hour longer:
-- the expiry is set once in an hour of the clock. Gives the count and, for a message that begins a run, the run's number:
-- greater than any before.
local function count_message(keys, now, idle_hours, cap_limit, begins_run)
  local found = stretch(keys, now, idle_hours, cap_limit)
  local count = found.count + 1
  local fence = begins_run and math.max(found.fence + 1, now) or found.fence
  redis.call(
    'HSET',
    keys.cap,
    'count',
    digits(count),
    'since',
    digits(found.since),
    'last',
    digits(now),
    'idle',
    digits(idle_hours),
    'fence',
    digits(fence)
  )
  if found.upto then
    redis.call('HSET', keys.cap, 'upto', found.upto)
  elseif found.had_upto then
    redis.call('HDEL', keys.cap, 'upto')
  end
  if not found.was_counted_lately then
    redis.call('PEXPIRE', keys.cap, digits((idle_hours + 1) * HOUR))
  end
  return count, fence
end

-- The newest ten turns recorded inside the reach, newest first, and the newest score before now where it is known. The range
-- is taken from its high end (an ascending one with a limit gives the oldest); the score is at least the time, so a turn may
-- still have to be left out.
local function history(turns, now, reach)
  local oldest, found, offset, newest = now - reach, {}, 0, 0
  while true do
    local batch =
      redis.call('ZRANGE', turns, '+inf', digits(oldest), 'BYSCORE', 'REV', 'LIMIT', digits(offset), '10')
    for i, member in ipairs(batch) do
      local at = recorded_at(member)
      if offset == 0 and i == 1 then
        -- A turn that keeps its time beside its score is the exception.
        newest = not string.find(member, ',"at":', 1, true) and at or nil
      end
      if at >= oldest then
        found[#found + 1] = member
        if #found == 10 then
          return found, newest
        end
      end
    end
    if #batch < 10 then
      return found, newest
    end
    offset = offset + 10
  end
end

-- The times of the accepted messages of the last hour in one string, oldest first: each 13 digits and a blank.
local TIME_WIDTH = 14

-- Those of the times that lie inside the hour before now, also where the clock was set back.
local function within_hour(times, now)
  local oldest, newest = digits(now - HOUR), digits(now)
  local first, last = 1, #times
  while first < last and string.sub(times, first, first + 12) <= oldest do
    first = first + TIME_WIDTH
  end
  while last >= first and string.sub(times, last - 13, last - 1) > newest do
    last = last - TIME_WIDTH
  end
  return string.sub(times, first, last)
end

local function count_rate(rate, now)
  return #within_hour(redis.call('GET', rate) or '', now) / TIME_WIDTH
end

-- Takes a place in the sliding hour; false if it is full, and then nothing is kept. The first command that writes must be
-- one that a full Redis refuses: what a script has once begun to write, Redis lets it finish.
local function take_rate(rate, now, limit)
  local times = within_hour(redis.call('GET', rate) or '', now)
  if #times >= limit * TIME_WIDTH then
    return false
  end
  redis.call('SET', rate, times .. digits(now) .. ' ', 'PX', '3600000')
  return true
end

local function remove_expired(turns, now, retention)
  if retention ~= '' then
    redis.call('ZREMRANGEBYSCORE', turns, '-inf', '(' .. digits(now - tonumber(retention)))
  end
end
