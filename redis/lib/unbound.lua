-- Unbound messages: kept apart from the contact's turns, and bounded.

-- The newest unbound turns of a contact.
local MOST_UNBOUND = 1000

-- The name of another key of the same contact.
local function sibling(keys, name)
  return string.sub(keys.lane, 1, -5) .. name
end

-- Unbound messages share no fingerprints with bound ones.
local function as_unbound(prints)
  prints.strong = prints.strong ~= '' and 'u' .. prints.strong or ''
  prints.weak = prints.weak ~= '' and 'u' .. prints.weak or ''
  prints.claims = string.gsub(prints.claims, '([^:,]+:)', 'u%1')
  return prints
end

-- Appends to the unbound turns, which are kept apart and bounded.
local function append_unbound(keys, now, nonce, head, tail, retention)
  local unbound = sibling(keys, 'unbound')
  local turn = append_turn(unbound, now, nonce, head, tail)
  redis.call('ZREMRANGEBYRANK', unbound, 0, -MOST_UNBOUND - 1)
  remove_expired(unbound, now, retention)
  return turn
end
