-- Reserves the next slot of calls that may come only so fast, whoever makes them. The key holds when, in microseconds, the
-- next slot would be if all were spaced evenly; so many slots may be used ahead of that.
--
-- KEYS  the pace
-- ARGV  1 clock ('' for this server's)  2 microseconds between slots  3 how many slots may be used at once
--       4 the longest wait in ms; for a longer one nothing is reserved  5 ms by which every later slot is put off, or ''
-- Gives {'reserved', wait in ms} | {'full', wait in ms} | {'slowed'}

local MICROS = 1000
-- So many ms the next slot is put off at most, however often somebody was told to slow down.
local FURTHEST = 60000
local pace, interval, at_once = KEYS[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local now = clock(ARGV[1]) * MICROS
local kept = tonumber(redis.call('GET', pace) or '0')
if kept > now + at_once * interval + 2 * FURTHEST * MICROS then
  -- The clock has been set back: what it said before must not hold up every call until it says so again.
  kept = 0
end
local next_slot = math.max(now, kept)

local function keep(slot)
  redis.call('SET', pace, digits(slot), 'PX', digits(math.ceil((slot - now) / MICROS) + 1))
end

if ARGV[5] ~= '' then
  keep(math.min(next_slot + tonumber(ARGV[5]) * MICROS, math.max(next_slot, now + FURTHEST * MICROS)))
  return { 'slowed' }
end
local wait = math.max(0, math.ceil((next_slot - (at_once - 1) * interval - now) / MICROS))
if wait > tonumber(ARGV[4]) then
  return { 'full', digits(wait) }
end
keep(next_slot + interval)
return { 'reserved', digits(wait) }
