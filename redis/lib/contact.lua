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
local function append_turn(turns, now, nonce, head, tail)
  local score = now
  local newest = redis.call('ZRANGE', turns, -1, -1, 'WITHSCORES')[2]
  if newest and tonumber(newest) >= now then
    score = tonumber(newest) + 1
    tail = ',"at":' .. digits(now) .. tail
  end
  local id = digits(now) .. '-' .. nonce
  redis.call('ZADD', turns, digits(score), '{"id":"' .. id .. '",' .. head .. tail .. '}')
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
-- made under other rules, from the turns. The third value says that the turns were counted no further than the cap.
local function stretch(keys, now, idle_hours, cap_limit)
  local idle = idle_hours * HOUR
  local cached = redis.call('HMGET', keys.cap, 'count', 'since', 'last', 'idle', 'upto')
  local is_of_these_rules = cached[1] and cached[2] and cached[3] and tonumber(cached[4]) == idle_hours
  local is_counted_far_enough = not cached[5] or tonumber(cached[5]) >= cap_limit
  if is_of_these_rules and is_counted_far_enough then
    if math.abs(now - tonumber(cached[3])) >= idle then
      return 0, now, false
    end
    return tonumber(cached[1]), tonumber(cached[2]), cached[5] and tonumber(cached[5])
  end
  local reset_after = tonumber(redis.call('HGET', keys.contact, 'resetAfter') or '-1')
  local count, since, is_cut = recount(keys.turns, now, idle, cap_limit, reset_after)
  return count, since, is_cut and cap_limit
end

-- Counts a message into the stretch and keeps the counter until the stretch would be over by itself.
local function count_message(keys, now, idle_hours, cap_limit)
  local before, since, upto = stretch(keys, now, idle_hours, cap_limit)
  local count = before + 1
  redis.call('HSET', keys.cap, 'count', count, 'since', digits(since), 'last', digits(now), 'idle', idle_hours)
  if upto then
    redis.call('HSET', keys.cap, 'upto', upto)
  else
    redis.call('HDEL', keys.cap, 'upto')
  end
  redis.call('PEXPIRE', keys.cap, idle_hours * HOUR)
  return count
end

-- The newest ten turns recorded inside the reach, newest first. The range is taken from its high end (an ascending
-- one with a limit gives the oldest); the score is at least the time, so a turn may still have to be left out.
local function history(turns, now, reach)
  local oldest, found, offset = now - reach, {}, 0
  while true do
    local batch =
      redis.call('ZRANGE', turns, '+inf', digits(oldest), 'BYSCORE', 'REV', 'LIMIT', offset, 10)
    for _, member in ipairs(batch) do
      if recorded_at(member) >= oldest then
        found[#found + 1] = member
        if #found == 10 then
          return found
        end
      end
    end
    if #batch < 10 then
      return found
    end
    offset = offset + 10
  end
end

-- Takes a place in the sliding hour; false if it is full, and then nothing is kept. The first command that writes must be
-- one that a full Redis refuses: what a script has once begun to write, Redis lets it finish.
local function take_rate(rate, now, nonce, limit)
  if redis.call('ZCOUNT', rate, '(' .. digits(now - HOUR), digits(now)) >= limit then
    return false
  end
  redis.call('ZADD', rate, digits(now), nonce)
  redis.call('ZREMRANGEBYSCORE', rate, '-inf', digits(now - HOUR))
  redis.call('ZREMRANGEBYSCORE', rate, '(' .. digits(now), '+inf')
  redis.call('PEXPIRE', rate, HOUR)
  return true
end

local function remove_expired(turns, now, retention)
  if retention ~= '' then
    redis.call('ZREMRANGEBYSCORE', turns, '-inf', '(' .. digits(now - tonumber(retention)))
  end
end
