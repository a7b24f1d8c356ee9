-- Shared by the scripts of delivery. A contact's delivery is a hash: who may deliver (gateway), the number of that lease
-- (fence), and until when it lasts (until). The key goes by itself when the lease is over.

local MOST_TOKENS_PENDING = 3

-- Whether the lease is the caller's; if it is, it lasts anew from now.
local function renew_lease(delivery, gateway, fence, now, lease)
  local held = redis.call('HMGET', delivery, 'gateway', 'fence')
  if held[1] ~= gateway or held[2] ~= fence then
    return false
  end
  redis.call('HSET', delivery, 'until', digits(now + lease))
  redis.call('PEXPIRE', delivery, lease)
  return true
end
