-- The usual message in a straight line, in front of admit: its contact is known, it is bound, it was not delivered before, its
-- lane is free, the clock is not behind. Every other message goes on to admit, and nothing has been written for it; what is
-- written here is what admit would write, and a test holds the two together. No functions, few conversions: Redis makes each
-- function of a script anew in every call, which costs more than the commands do.
do
  local time = redis.call('TIME')
  local server_now = time[1] .. string.sub('00000' .. time[2], -6, -4)
  local at = ARGV[1] == '' and server_now or ARGV[1]
  local now, nonce, gateway, lease = tonumber(at), ARGV[3], ARGV[2], tonumber(ARGV[9])
  local contact = redis.call('HMGET', KEYS[4], 'id', 'token', 'tokenBefore')
  local digest = ARGV[22]
  local is_usual = ARGV[29] == '' and tonumber(server_now) <= tonumber(ARGV[12]) and contact[1]
    and (ARGV[21] == 'secret' or digest ~= '' and (digest == contact[2] or digest == contact[3]))
    and redis.call('EXISTS', KEYS[5]) == 0

  -- The sliding hour.
  local times
  if is_usual then
    times = redis.call('GET', KEYS[3]) or ''
    local oldest = string.format('%.0f', now - 3600000)
    while times ~= '' and string.sub(times, 1, 13) <= oldest do
      times = string.sub(times, 15)
    end
    is_usual = #times < 14 * tonumber(ARGV[17]) and string.sub(times, -14, -2) <= at
  end

  -- The newest ten turns of the reach, and that none is as new as this moment.
  local history
  if is_usual then
    local oldest = string.format('%.0f', now - tonumber(ARGV[5]))
    history = redis.call('ZRANGE', KEYS[1], '+inf', oldest, 'BYSCORE', 'REV', 'LIMIT', '0', '10')
    local newest = history[1]
    is_usual = not newest or string.sub(newest, 8, 20) < at and not string.find(newest, ',"at":', 1, true)
    for _, member in ipairs(history) do
      is_usual = is_usual and string.sub(member, 8, 20) >= oldest
    end
  end

  -- The count: one more, or the first one of a stretch.
  local count, since
  local idle = tonumber(ARGV[6]) * 3600000
  if is_usual then
    local cap = redis.call('HMGET', KEYS[2], 'count', 'since', 'last', 'idle', 'upto', 'fence')
    is_usual = not cap[5] and (not cap[6] or tonumber(cap[6]) < now)
    if cap[1] and cap[2] and cap[3] and cap[4] == ARGV[6] then
      local is_over = math.abs(now - tonumber(cap[3])) >= idle
      count, since = is_over and 1 or cap[1] + 1, is_over and at or cap[2]
    elseif not cap[1] and tonumber(ARGV[5]) >= idle then
      count, since = 1, at
      is_usual = is_usual and (not history[1] or now - tonumber(string.sub(history[1], 8, 20)) >= idle)
    else
      is_usual = false
    end
  end

  -- The fingerprints: only who finds none of them taken goes on.
  local claims = ''
  if is_usual then
    local strong, weak, weak_window = ARGV[23], ARGV[25], ARGV[26]
    if ARGV[28] ~= '' and math.abs(now - tonumber(ARGV[28])) >= 600000 then
      strong = ''
    end
    if weak_window == '0' then
      weak = ''
    end
    local key = string.sub(KEYS[5], 1, -5) .. 'dup:'
    local claim = '{"nonce":"' .. nonce .. '","at":' .. at .. ',"stamp":"' .. ARGV[27] .. '","state":"running"}'
    local least = tonumber(ARGV[16]) + lease + 15000
    if strong ~= '' then
      local lasts = string.format('%.0f', math.max(tonumber(ARGV[24]), least))
      is_usual = redis.call('SET', key .. strong, claim, 'NX', 'PX', lasts)
      claims = strong .. ':' .. ARGV[24]
    end
    if weak ~= '' and is_usual then
      local lasts = string.format('%.0f', math.max(tonumber(weak_window), least))
      is_usual = redis.call('SET', key .. weak, claim, 'NX', 'PX', lasts)
      claims = (claims == '' and '' or claims .. ',') .. weak .. ':' .. weak_window
      if not is_usual and strong ~= '' then
        redis.call('DEL', key .. strong)
      end
    end
  end

  if is_usual then
    local turn = at .. '-' .. nonce
    local lease_end = string.format('%.0f', now + lease)
    redis.call('SET', KEYS[3], times .. at .. ' ', 'PX', '3600000')
    if ARGV[8] ~= '' then
      redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. string.format('%.0f', now - tonumber(ARGV[8])))
    end
    count = tostring(count)
    redis.call('HSET', KEYS[2], 'count', count, 'since', since, 'last', at, 'idle', ARGV[6], 'fence', at)
    redis.call('PEXPIRE', KEYS[2], string.format('%.0f', idle))
    redis.call(
      'ZADD',
      KEYS[1],
      at,
      '{"id":"' .. turn .. '",' .. ARGV[13] .. ',"count":' .. count .. ',"rules":"' .. ARGV[4]
        .. (ARGV[14] == 'true' and '","cut":true}' or '"}')
    )
    redis.call(
      'HSET',
      KEYS[5],
      'run',
      '{"fence":' .. at .. ',"until":' .. lease_end .. ',"gateway":"' .. gateway .. '","lease":' .. ARGV[9] .. ',"taker":"' .. nonce
        .. '"}',
      'e:' .. nonce,
      '{"turn":"' .. turn .. '","count":' .. count .. ',"until":' .. string.format('%.0f', now + tonumber(ARGV[16]))
        .. ',"gateway":"' .. gateway .. '","at":' .. at .. ',"stamp":"' .. ARGV[27] .. '","claims":"' .. claims
        .. '","channel":"' .. ARGV[20] .. '","proven":true,"told":false}'
    )
    redis.call('PEXPIRE', KEYS[5], string.format('%.0f', lease + 86400000))
    return { 'own', contact[1], at, at, lease_end, '', turn, count, history }
  end
end
