-- What wrk sends: each message another contact and another text, so that no two are duplicates and no lane is taken.
local contacts = tonumber(os.getenv('CONTACTS'))
local pause = tonumber(os.getenv('PAUSE_MS'))
-- Where a run may not repeat an earlier one's texts, it says the first one's number.
local first = tonumber(os.getenv('FIRST') or '')
-- What a right answer holds; without it answers are not looked at.
local right = os.getenv('RIGHT')
-- Pauses of up to twice the mean instead of the mean, so that connections do not write in step.
local spread = os.getenv('SPREAD')
local paths = {}
for tenant in string.gmatch(os.getenv('TENANTS') or '', '%S+') do
  paths[#paths + 1] = '/v1/' .. tenant .. '/messages?format=fields'
end
local headers = {
  ['Content-Type'] = 'application/json',
  ['Authorization'] = 'Bearer ' .. os.getenv('SECRET'),
}
local n = 0
local threads = {}
-- Of this thread; wrk asks for them by name.
wrong = 0
shed = 0

function setup(thread)
  threads[#threads + 1] = thread
end

function init()
  math.randomseed(os.time())
  n = first or math.random(1000000)
end

function request()
  n = n + 1
  return wrk.format(
    'POST',
    #paths > 0 and paths[n % #paths + 1] or nil,
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
    return spread and math.random(0, 2 * pause) or pause
  end
end

if right then
  function response(_, _, body)
    if not string.find(body, right, 1, true) then
      if string.find(body, '"overload"', 1, true) then
        shed = shed + 1
      else
        wrong = wrong + 1
      end
    end
  end
end

function done(summary, latency)
  local errors = summary.errors
  local all_wrong, all_shed = 0, 0
  for _, thread in ipairs(threads) do
    all_wrong = all_wrong + thread:get('wrong')
    all_shed = all_shed + thread:get('shed')
  end
  io.write(
    string.format(
      'RESULT %.0f %.3f %.3f %d %d %d %d\n',
      summary.requests / summary.duration * 1e6,
      latency:percentile(50) / 1000,
      latency:percentile(99) / 1000,
      summary.requests,
      errors.status + errors.connect + errors.read + errors.write + errors.timeout,
      all_wrong,
      all_shed
    )
  )
end
