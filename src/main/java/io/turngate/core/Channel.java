package io.turngate.core;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Where a contact writes; each has its own limits and its own form of answer. */
public enum Channel {
    WHATSAPP,
    INSTAGRAM,
    MESSENGER,
    TELEGRAM,
    TIKTOK;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    private static final Map<String, Channel> SHORT_FORMS = Map.of(
            "wa", WHATSAPP,
            "ig", INSTAGRAM,
            "fb", MESSENGER,
            "facebook", MESSENGER,
            "ms", MESSENGER,
            "tg", TELEGRAM,
            "tt", TIKTOK);

    /** The channel that a payload or a configuration names, in any case and in the short forms that flows use. */
    public static Optional<Channel> find(String name) {
        String folded = name.strip().toLowerCase(Locale.ROOT);
        for (Channel channel : values()) {
            if (channel.wireName().equals(folded)) {
                return Optional.of(channel);
            }
        }
        return Optional.ofNullable(SHORT_FORMS.get(folded));
    }

    /** The name in configuration files and payloads. */
    public String wireName() {
        return wireName;
    }
}
