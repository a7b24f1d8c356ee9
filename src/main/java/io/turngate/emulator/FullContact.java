package io.turngate.emulator;

import io.turngate.core.Channel;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Full Contact Data, as the pill {@code {{subscriber_data|to_json:true}}} makes it. It does not say the channel. */
final class FullContact {

    private static final String PAGE = "1234567";

    private FullContact() {}

    static JsonObject of(ContactState contact) {
        ContactSpec profile = contact.profile();
        String id = profile.id();
        Channel channel = contact.channel();
        String seen = stamp(contact.lastInteraction());
        return new JsonObject()
                .put("key", "user:" + id)
                .put("id", id)
                .put("page_id", PAGE)
                .put("status", "active")
                .put("first_name", profile.firstName())
                .put("last_name", profile.lastName())
                .put("name", (profile.firstName() + " " + profile.lastName()).strip())
                .put("gender", null)
                .put("profile_pic", null)
                .put("locale", profile.locale())
                .put("language", profile.language())
                .put("timezone", profile.timezone())
                .put("live_chat_url", "https://app.manychat.com/fb" + PAGE + "/chat/" + id)
                .put("last_input_text", contact.lastInput().orElse(null))
                .put("optin_phone", false)
                .put("phone", null)
                .put("optin_email", false)
                .put("email", null)
                .put("optin_whatsapp", channel == Channel.WHATSAPP)
                .put("whatsapp_phone", only(channel == Channel.WHATSAPP, "+" + id))
                .put("last_interaction", channel == Channel.INSTAGRAM ? null : seen)
                .put("ig_last_interaction", only(channel == Channel.INSTAGRAM, seen))
                .put("ig_id", channel == Channel.INSTAGRAM ? new BigInteger("17" + id) : null)
                .put("tt_username", only(channel == Channel.TIKTOK, "contact" + id))
                .put("custom_fields", fields(contact));
    }

    private static @Nullable String only(boolean there, String value) {
        return there ? value : null;
    }

    /** An object by name; but an empty list when no field is set. */
    private static Object fields(ContactState contact) {
        if (contact.fields().isEmpty()) {
            return new JsonArray();
        }
        JsonObject fields = new JsonObject();
        contact.fields().forEach(fields::put);
        return fields;
    }

    private static String stamp(Instant time) {
        return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                time.truncatedTo(ChronoUnit.SECONDS).atOffset(ZoneOffset.ofHours(-3)));
    }
}
