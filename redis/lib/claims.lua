-- What is known of a message under its fingerprints, so that one that is delivered twice is told from a new one: a key each,
-- {"nonce":"…","at":…,"stamp":"…","state":"running" or "done",…}.

-- Answers stay this long for those who still ask for them.
local RESULT_TTL = 15000

local function dup_key(keys, fingerprint)
  return string.sub(keys.lane, 1, -5) .. 'dup:' .. fingerprint
end

-- Writes what is known of a message under each of its fingerprints, each for its window and never shorter than asked.
local function write_claims(keys, entry, now, state, at_least)
  local value = '{"nonce":"' .. entry.nonce .. '","at":' .. digits(entry.at) .. ',"stamp":"' .. entry.stamp .. '",' .. state
    .. '}'
  for fingerprint, window in string.gmatch(entry.claims, '([^:,]+):(%d+)') do
    local left = math.max(tonumber(window) - math.abs(now - entry.at), at_least)
    redis.call('SET', dup_key(keys, fingerprint), value, 'PX', digits(left))
  end
end

local function claim_running(keys, entry, now, lease)
  write_claims(keys, entry, now, '"state":"running"', math.max(entry.lasts - now, 0) + lease + RESULT_TTL)
end

-- An earlier message with the same fingerprint inside its window; nil if this one is new, and then whether it is this very
-- message that comes again. Where one side has no stamp the text alone decides, where both have one they must agree.
local function find_claim(keys, nonce, fingerprint, window, stamp, now)
  if fingerprint == '' or window == 0 then
    return nil
  end
  local value = redis.call('GET', dup_key(keys, fingerprint))
  if not value then
    return nil
  end
  local owner, at, theirs = string.match(value, '^{"nonce":"([^"]*)","at":(%d+),"stamp":"([^"]*)"')
  if owner == nonce then
    return nil, true
  end
  local agrees = stamp == '' or theirs == '' or stamp == theirs
  if not agrees or math.abs(now - tonumber(at)) >= window then
    return nil
  end
  return { nonce = owner, json = value }
end

-- A window in which a stamp tells messages apart; some channels never refresh it, and an old one tells nothing.
local FRESH = 600000

-- ARGV from the given place on: strong fingerprint or '', its window in ms, weak fingerprint or '', its window in ms, tag of
-- the stamp or '', the stamp in ms or '' where the strong fingerprint does not depend on its age.
local function read_fingerprints(first, now)
  local prints = {
    strong = ARGV[first],
    strong_window = tonumber(ARGV[first + 1]),
    weak = ARGV[first + 2],
    weak_window = tonumber(ARGV[first + 3]),
    stamp = ARGV[first + 4],
  }
  local stamp_millis = ARGV[first + 5]
  if stamp_millis ~= '' and math.abs(now - tonumber(stamp_millis)) >= FRESH then
    prints.strong = ''
  end
  local claims = {}
  if prints.strong ~= '' then
    claims[#claims + 1] = prints.strong .. ':' .. digits(prints.strong_window)
  end
  if prints.weak ~= '' and prints.weak_window > 0 then
    claims[#claims + 1] = prints.weak .. ':' .. digits(prints.weak_window)
  end
  prints.claims = table.concat(claims, ',')
  return prints
end

local function find_duplicate(keys, nonce, prints, now)
  local earlier, is_again = find_claim(keys, nonce, prints.strong, prints.strong_window, prints.stamp, now)
  if earlier or is_again then
    return earlier, is_again
  end
  return find_claim(keys, nonce, prints.weak, prints.weak_window, prints.stamp, now)
end
