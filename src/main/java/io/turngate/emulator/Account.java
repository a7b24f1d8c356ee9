package io.turngate.emulator;

import io.turngate.config.Secret;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a business has set up in its account.
 *
 * @param apiToken the key of its API
 * @param fields the custom fields that exist
 * @param tags the tags that exist
 */
public record Account(Secret apiToken, List<Field> fields, Set<String> tags) {

    /**
     * A custom field.
     *
     * @param id what {@code cuf_} names it by
     * @param type {@code text}, {@code number} or {@code boolean}
     */
    public record Field(long id, String name, String type) {}

    /** The fields and the tag that the guide in the README names, under a key of the form that ManyChat gives. */
    public static final Account DEFAULT = new Account(
            new Secret("1234567:0123456789abcdef0123456789abcdef"),
            List.of(
                    new Field(101, "ai_token", "text"),
                    new Field(102, "ai_reply", "text"),
                    new Field(103, "ai_escalated", "boolean"),
                    new Field(104, "ai_reason", "text")),
            Set.of("needs_human"));

    public Account {
        fields = List.copyOf(fields);
        tags = Set.copyOf(tags);
    }

    Optional<Field> findField(String name) {
        return fields.stream().filter(field -> field.name().equals(name)).findFirst();
    }

    Optional<Field> findField(long id) {
        return fields.stream().filter(field -> field.id() == id).findFirst();
    }

    /** Refuses a tag that does not exist. */
    void requireTag(String name) {
        if (!tags.contains(name)) {
            throw Refusal.invalid("Tag with name " + name + " does not exist");
        }
    }

    /** Refuses a field that does not exist or that cannot hold the value. */
    void requireField(String name, Object value) {
        Field field = findField(name)
                .orElseThrow(() -> Refusal.invalid("Custom field with name " + name + " does not exist"));
        boolean fits = switch (field.type()) {
            case "number" -> value instanceof Number || value.toString().matches("-?[0-9]+(\\.[0-9]+)?");
            case "boolean" -> value instanceof Boolean || value.toString().matches("true|false|0|1");
            default -> value instanceof String || value instanceof Number || value instanceof Boolean;
        };
        if (!fits) {
            throw Refusal.invalid("Custom field with name " + name + " expects a value of type " + field.type());
        }
    }
}
