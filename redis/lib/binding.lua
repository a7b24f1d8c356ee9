-- Binding: whether a request speaks for its contact. The contact's token is known here by SHA-256 digests alone; what is
-- compared are digests of random values, so the time that a comparison takes tells nothing of a token.

-- A contact without a confirmed token is issued one again no sooner than this after the last time.
local ISSUE_PAUSE = 60000

-- Whether a request is bound and may read history ("proven"), bound without reading any ("unproven") or "unbound", and how
-- long ago a token must have been asked for before one is issued again; nil if none is to be issued. The modes: "secret" (the
-- shared secret binds), "token", "lenient" (a missing token still binds). A token that ManyChat took though it never said so
-- is confirmed by coming back. Known are id, token, tokenBefore and tokenPending of the contact, in this order.
local function bind(keys, mode, digest, known)
  if mode == 'secret' then
    return 'proven', nil
  end
  local current, before, pending = known[2], known[3], known[4] or ''
  if digest ~= '' and (digest == current or digest == before) then
    return 'proven', nil
  end
  if digest ~= '' and string.find(pending, digest, 1, true) then
    if current then
      redis.call('HSET', keys.contact, 'tokenBefore', current)
    end
    redis.call('HSET', keys.contact, 'token', digest)
    redis.call('HDEL', keys.contact, 'tokenPending', 'tokenWanted')
    return 'proven', nil
  end
  if not current then
    return mode == 'lenient' and 'proven' or 'unproven', ISSUE_PAUSE
  end
  if mode == 'lenient' and digest == '' then
    return 'proven', HOUR
  end
  return 'unbound', HOUR
end

-- Asks for a token to be issued, unless one was asked for lately; whether it did.
local function want_token(keys, now, pause)
  if not pause then
    return false
  end
  local asked = redis.call('HGET', keys.contact, 'tokenAsked')
  if asked and math.abs(now - tonumber(asked)) < pause then
    return false
  end
  redis.call('HSET', keys.contact, 'tokenAsked', digits(now), 'tokenWanted', digits(now))
  return true
end

-- What a caller has to know besides: n a contact seen for the first time, t a token is to be written, u an unbound message.
local function marks_of(is_new, wants_token, is_unbound)
  return (is_new and 'n' or '') .. (wants_token and 't' or '') .. (is_unbound and 'u' or '')
end
