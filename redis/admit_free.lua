-- The usual message in a straight line, in front of admit: its contact is known, it is bound, it was not delivered before, its
-- lane is free, the clock is not behind. Every other message goes on to admit, and nothing has been written for it; what is
-- written here is what admit would write, and a test holds the two together. No functions, few conversions: Redis makes each
-- function of a script anew in every call, which costs more than the commands do. A number is written by Redis as it is, and
-- joined to a text exactly up to 14 digits: a time has 13.
do
  local call, sub = redis.call, string.sub
  local time = call('TIME')
  local server_now = time[1] .. sub('00000' .. time[2], -6, -4)
  local at = ARGV[1] == '' and server_now or ARGV[1]
  local now, nonce, gateway, lease, digest = tonumber(at), ARGV[3], ARGV[2], ARGV[9], ARGV[22]
  local contact = call('HMGET', KEYS[4], 'id', 'token', 'tokenBefore')
  local is_usual = ARGV[29] == '' and tonumber(server_now) <= tonumber(ARGV[12]) and contact[1]
    and (ARGV[21] == 'secret' or digest ~= '' and (digest == contact[2] or digest == contact[3]))

  -- The sliding hour.
  local times
  if is_usual then
    times = call('GET', KEYS[3]) or ''
    if times ~= '' then
      local first, oldest = 1, now - 3600000
      while first < #times and tonumber(sub(times, first, first + 12)) <= oldest do
        first = first + 14
      end
      times = sub(times, first)
    end
    is_usual = #times < 14 * ARGV[17] and sub(times, -14, -2) <= at
  end

  -- The newest ten turns of the reach, and that none is as new as this moment.
  local history
  if is_usual then
    local oldest = now - ARGV[5] .. ''
    history = call('ZRANGE', KEYS[1], '+inf', oldest, 'BYSCORE', 'REV', 'LIMIT', '0', '10')
    local newest = history[1]
    is_usual = not newest or sub(newest, 8, 20) < at and not string.find(newest, ',"at":', 1, true)
    for i = 1, #history do
      is_usual = is_usual and sub(history[i], 8, 20) >= oldest
    end
  end

  -- The count: one more, or the first one of a stretch.
  local count, since, is_counted_lately
  local idle = ARGV[6] * 3600000
  if is_usual then
    local cap = call('HMGET', KEYS[2], 'count', 'since', 'last', 'idle', 'upto', 'fence')
    local last = tonumber(cap[3] or '')
    is_usual = not cap[5] and (not cap[6] or tonumber(cap[6]) < now)
    if cap[1] and cap[2] and last and cap[4] == ARGV[6] then
      local is_over = math.abs(now - last) >= idle
      count, since = is_over and 1 or cap[1] + 1, is_over and at or cap[2]
      is_counted_lately = last >= now - now % 3600000 and last <= now
    elseif not cap[1] and tonumber(ARGV[5]) >= idle then
      count, since = 1, at
      is_usual = is_usual and (not history[1] or now - sub(history[1], 8, 20) >= idle)
    else
      is_usual = false
    end
  end

  -- The lane, and the fingerprints: only who finds none of them taken goes on.
  local lease_end, turn = now + lease .. '', at .. '-' .. nonce
  if is_usual then
    local strong, weak, claims = ARGV[23], ARGV[25], ''
    if strong ~= '' and ARGV[28] ~= '' and math.abs(now - ARGV[28]) >= 600000 then
      strong = ''
    end
    if ARGV[26] == '0' then
      weak = ''
    end
    if strong ~= '' then
      claims = strong .. ':' .. ARGV[24]
    end
    if weak ~= '' then
      claims = (claims == '' and '' or claims .. ',') .. weak .. ':' .. ARGV[26]
    end
    local lane = '{"run":{"fence":' .. at .. ',"until":' .. lease_end .. ',"gateway":"' .. gateway .. '","lease":' .. lease
      .. ',"taker":"' .. nonce .. '"},"e:' .. nonce .. '":{"turn":"' .. turn .. '","count":' .. count .. ',"until":' .. now + ARGV[16]
      .. ',"gateway":"' .. gateway .. '","at":' .. at .. ',"stamp":"' .. ARGV[27] .. '","claims":"' .. claims .. '","channel":"'
      .. ARGV[20] .. '","proven":true,"told":false}}'
    is_usual = call('SET', KEYS[5], lane, 'NX', 'PX', lease + 86400000)
    if is_usual and claims ~= '' then
      local key = sub(KEYS[5], 1, -5) .. 'dup:'
      local claim = '{"nonce":"' .. nonce .. '","at":' .. at .. ',"stamp":"' .. ARGV[27] .. '","state":"running"}'
      local least = ARGV[16] + lease + 15000
      is_usual = strong == '' or call('SET', key .. strong, claim, 'NX', 'PX', math.max(ARGV[24], least))
      if is_usual and weak ~= '' and not call('SET', key .. weak, claim, 'NX', 'PX', math.max(ARGV[26], least)) then
        is_usual = false
        if strong ~= '' then
          call('DEL', key .. strong)
        end
      end
      if not is_usual then
        call('DEL', KEYS[5])
      end
    end
  end

  if is_usual then
    call('SET', KEYS[3], times .. at .. ' ', 'PX', '3600000')
    if ARGV[8] ~= '' then
      call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. now - ARGV[8])
    end
    if is_counted_lately then
      call('HSET', KEYS[2], 'count', count, 'since', since, 'last', at, 'fence', at)
    else
      call('HSET', KEYS[2], 'count', count, 'since', since, 'last', at, 'idle', ARGV[6], 'fence', at)
      call('PEXPIRE', KEYS[2], idle + 3600000)
    end
    call(
      'ZADD',
      KEYS[1],
      at,
      '{"id":"' .. turn .. '",' .. ARGV[13] .. ',"count":' .. count .. ',"rules":"' .. ARGV[4]
        .. (ARGV[14] == 'true' and '","cut":true}' or '"}')
    )
    return { 'own', contact[1], at, at, lease_end, '', turn, count .. '', history }
  end
end
