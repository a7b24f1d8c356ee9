package io.turngate.emulator;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills in placeholders as ManyChat does: values are pasted as they are, without a thought for the JSON around them, and
 * what has no value stays there as its placeholder. What was pasted is not looked at again.
 */
final class TemplateRenderer {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^{}]+)}}");
    private static final Pattern FIELD = Pattern.compile("cuf_([0-9]{1,18})");

    private final Account account;

    TemplateRenderer(Account account) {
        this.account = account;
    }

    String render(String template, ContactState contact) {
        return PLACEHOLDER
                .matcher(template)
                .replaceAll(found ->
                        Matcher.quoteReplacement(value(found.group(1), contact).orElse(found.group())));
    }

    static boolean isJson(String body) {
        try {
            Object ignored = Json.decodeValue(body);
            return true;
        } catch (DecodeException e) {
            return false;
        }
    }

    private Optional<String> value(String name, ContactState contact) {
        Matcher field = FIELD.matcher(name);
        if (field.matches()) {
            return account.findField(Long.parseLong(field.group(1)))
                    .flatMap(known -> Optional.ofNullable(contact.fields().get(known.name())))
                    .map(Object::toString);
        }
        return switch (name) {
            case "subscriber_data|to_json:true" ->
                Optional.of(FullContact.of(contact).encode());
            case "last_input_text" -> contact.lastInput();
            case "user_id", "subscriber_id" -> Optional.of(contact.profile().id());
            case "first_name" -> Optional.of(contact.profile().firstName());
            case "last_name" -> Optional.of(contact.profile().lastName());
            case "emulated_channel" -> Optional.of(contact.channel().wireName());
            default -> Optional.empty();
        };
    }
}
