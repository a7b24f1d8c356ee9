-- The usual settlement in a straight line, in front of settle: one reply of this gateway to one message, carried by its request
-- and kept as it was said, in a lane where nothing else is, and which therefore is one text. Every other goes on to settle, and
-- nothing has been written for it; a test holds the two together.
do
  local call = redis.call
  local time = call('TIME')
  local server_now = time[1] .. string.sub('00000' .. time[2], -6, -4)
  local at = ARGV[1] == '' and server_now or ARGV[1]
  if
    ARGV[7] == '1'
    and ARGV[8] == '1'
    and tonumber(server_now) <= tonumber(ARGV[4])
    and (ARGV[5] == '' or ARGV[5] == 'behind' and call('EXISTS', KEYS[6]) == 0)
    and call('TYPE', KEYS[5]).ok == 'string'
  then
    local fence, gateway, nonce, admitted = string.match(
      call('GET', KEYS[5]),
      '^{"run":{"fence":(%d+),"until":%d+,"gateway":"([^"]*)",.-},"e:([^"]*)":{"turn":"(%d+)-'
    )
    -- The newest turn is the message: nobody writes another one beside a lane that is one text.
    if fence == ARGV[3] and gateway == ARGV[2] and nonce == ARGV[14] and admitted < at then
      call(
        'ZADD',
        KEYS[1],
        at,
        '{"id":"' .. at .. '-' .. ARGV[9] .. '",' .. ARGV[11] .. ',"to":"' .. ARGV[10] .. '"' .. ARGV[12] .. '}'
      )
      call('DEL', KEYS[5])
      return { 'settled', '0', '' }
    end
  end
end
