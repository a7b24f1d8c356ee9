-- The usual settlement in a straight line, in front of settle: one reply of this gateway to one message, carried by its request,
-- in a lane where nothing else is. Every other goes on to settle, and nothing has been written for it; a test holds the two
-- together.
do
  local time = redis.call('TIME')
  local server_now = time[1] .. string.sub('00000' .. time[2], -6, -4)
  local at = ARGV[1] == '' and server_now or ARGV[1]
  local fence, gateway = ARGV[3], '"gateway":"' .. ARGV[2] .. '"'
  local entry
  if
    ARGV[7] == '1'
    and #ARGV == 14
    and fence ~= ''
    and tonumber(server_now) <= tonumber(ARGV[4])
    and (ARGV[5] == '' or ARGV[5] == 'behind' and redis.call('EXISTS', KEYS[6]) == 0)
  then
    local lane = redis.call('HGETALL', KEYS[5])
    local head = '{"fence":' .. fence .. ','
    local run = lane[2] or ''
    if
      #lane == 4
      and lane[1] == 'run'
      and lane[3] == 'e:' .. ARGV[13]
      and string.sub(run, 1, #head) == head
      and string.find(run, gateway, 1, true)
      and not string.find(run, '"acknowledged":true}', 1, true)
      and string.find(lane[4], gateway, 1, true)
      and not redis.call('ZRANGE', KEYS[1], '+inf', at, 'BYSCORE', 'REV', 'LIMIT', '0', '1')[1]
    then
      entry = lane[4]
    end
  end
  if entry then
    local admitted, stamp, claims = string.match(entry, '"at":(%d+),"stamp":"([^"]*)","claims":"([^"]*)"')
    redis.call(
      'ZADD',
      KEYS[1],
      at,
      '{"id":"' .. at .. '-' .. ARGV[8] .. '",' .. ARGV[10] .. ',"to":"' .. ARGV[9] .. '"' .. ARGV[11] .. '}'
    )
    local known = '{"nonce":"' .. ARGV[13] .. '","at":' .. admitted .. ',"stamp":"' .. stamp .. '","state":"done",' .. ARGV[14] .. '}'
    local key, age = string.sub(KEYS[5], 1, -5) .. 'dup:', math.abs(tonumber(at) - tonumber(admitted))
    for fingerprint, window in string.gmatch(claims, '([^:,]+):(%d+)') do
      redis.call('SET', key .. fingerprint, known, 'PX', string.format('%.0f', math.max(tonumber(window) - age, 15000)))
    end
    redis.call('DEL', KEYS[5])
    return { 'settled', '0', '' }
  end
end
