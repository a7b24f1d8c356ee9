package io.turngate.emulator;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads an {@code external_message_callback}. */
final class CallbackCheck {

    private static final int LONGEST_SECONDS = 86_400;
    private static final Set<String> METHODS = Set.of("post", "get", "put", "delete");

    private CallbackCheck() {}

    static Block.Callback read(StrictObject callback, boolean plainAllowed) {
        callback.only("url", "method", "headers", "payload", "timeout");
        String url = callback.text("url");
        if (!isAllowed(url, plainAllowed)) {
            throw Refusal.invalid(callback.where() + ".url must be HTTPS");
        }
        String method = callback.text("method");
        if (!METHODS.contains(method.toLowerCase(Locale.ROOT))) {
            throw Refusal.invalid(callback.where() + ".method is not known");
        }
        return new Block.Callback(
                url, method, headers(callback), callback.object("payload").json(), timeout(callback));
    }

    private static Map<String, String> headers(StrictObject callback) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (callback.has("headers")) {
            StrictObject given = callback.object("headers");
            given.json().fieldNames().forEach(name -> headers.put(name, given.text(name)));
        }
        return Map.copyOf(headers);
    }

    private static Duration timeout(StrictObject callback) {
        if (callback.json().getValue("timeout") instanceof Integer seconds
                && seconds >= 1
                && seconds <= LONGEST_SECONDS) {
            return Duration.ofSeconds(seconds);
        }
        throw Refusal.invalid(callback.where() + ".timeout must be 1 to " + LONGEST_SECONDS);
    }

    private static boolean isAllowed(String url, boolean plainAllowed) {
        try {
            URI uri = URI.create(url);
            Optional<String> host = Optional.ofNullable(uri.getHost());
            return host.isPresent()
                    && ("https".equals(uri.getScheme())
                            || (plainAllowed && "http".equals(uri.getScheme()) && Loopback.isName(host.get())));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
