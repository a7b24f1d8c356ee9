-- What wrk sends: each message another contact and another text, so that no two are duplicates and no lane is taken.
local contacts = tonumber(os.getenv('CONTACTS'))
local pause = tonumber(os.getenv('PAUSE_MS'))
local headers = {
  ['Content-Type'] = 'application/json',
  ['Authorization'] = 'Bearer ' .. os.getenv('SECRET'),
}
local n = 0

function init()
  math.randomseed(os.time())
  n = math.random(1000000)
end

function request()
  n = n + 1
  return wrk.format(
    'POST',
    nil,
    headers,
    string.format(
      '{"subscriber_id":"%d","first_name":"Ana","text":"What does the Spanish course on day %d cost, please? I would like to begin '
        .. 'in spring and have two evenings a week.","ai_token":"tok-0123456789abcdef0123456789abcdef"}',
      (n * 7919) % contacts,
      n
    )
  )
end

if pause > 0 then
  function delay()
    return pause
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(
    string.format(
      'RESULT %.0f %.3f %.3f %d %d\n',
      summary.requests / summary.duration * 1e6,
      latency:percentile(50) / 1000,
      latency:percentile(99) / 1000,
      summary.requests,
      errors.status + errors.connect + errors.read + errors.write + errors.timeout
    )
  )
end
