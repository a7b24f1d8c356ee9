package io.turngate.emulator;

import io.turngate.config.Secret;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Takes secrets out of what is shown on a screen: tokens of contacts, the gateway's secret, the key of the API. */
final class Masking {

    private static final String MASK = "***";

    private Masking() {}

    /** The fields, those that are named after a token without their values. */
    static JsonObject fields(Map<String, Object> fields) {
        JsonObject shown = new JsonObject();
        fields.forEach((name, value) -> shown.put(name, isToken(name) ? MASK : value));
        return shown;
    }

    /** A text without the values of the contact's tokens and without the secrets. */
    static String text(String text, Map<String, Object> fields, Optional<Secret> gateway, Secret key) {
        String shown = text.replace(key.reveal(), MASK);
        if (gateway.isPresent()) {
            shown = shown.replace(gateway.get().reveal(), MASK);
        }
        for (Map.Entry<String, Object> field : fields.entrySet()) {
            String value = field.getValue().toString();
            if (isToken(field.getKey()) && !value.isEmpty()) {
                shown = shown.replace(value, MASK);
            }
        }
        return shown;
    }

    private static boolean isToken(String field) {
        return field.toLowerCase(Locale.ROOT).contains("token");
    }
}
