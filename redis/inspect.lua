-- What an operator asks of a contact; reads only.
--
-- KEYS  turns, cap, rate, contact, lane, pending
-- ARGV  1 clock ('' for this server's)  2 history reach in ms  3 idle reset in hours  4 turn cap
-- Gives {conversation id or '', now, count, since, last or '', turns kept, messages of the last hour,
--        operator's reset or '', the run or '', how many wait, how many pushes are pending,
--        state of the token ('none', 'pending' or 'confirmed'), when it was confirmed or '', unbound turns kept,
--        newest turn of the history, …}

local keys = lane_keys()
local now = clock(ARGV[1])
local found = stretch(keys, now, tonumber(ARGV[3]), tonumber(ARGV[4]))

local function last_message()
  local last = redis.call('HGET', keys.cap, 'last')
  if last then
    return last
  end
  for _, member in ipairs(redis.call('ZREVRANGE', keys.turns, 0, 199)) do
    if is_contacts(member) then
      return digits(recorded_at(member))
    end
  end
  return ''
end

local known =
  redis.call('HMGET', keys.contact, 'id', 'resetAt', 'token', 'tokenPending', 'tokenWanted', 'tokenConfirmed')
local token = known[3] and 'confirmed' or (known[4] or known[5]) and 'pending' or 'none'
local fields = lane_fields(keys.lane)
local lane = parse_lane(fields)
local function run_text(from)
  for i = 1, #from, 2 do
    if from[i] == 'run' then
      return from[i + 1]
    end
  end
  return ''
end

local reply = {
  known[1] or '',
  digits(now),
  digits(found.count),
  digits(found.since),
  last_message(),
  digits(redis.call('ZCARD', keys.turns)),
  digits(count_rate(keys.rate, now)),
  known[2] or '',
  run_text(fields),
  digits(#lane.waiting),
  digits(redis.call('LLEN', keys.pending)),
  token,
  known[6] or '',
  digits(redis.call('ZCARD', string.sub(keys.lane, 1, -5) .. 'unbound')),
}
for _, member in ipairs((history(keys.turns, now, tonumber(ARGV[2])))) do
  reply[#reply + 1] = member
end
return reply
