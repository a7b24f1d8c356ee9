package io.turngate.manychat;

import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A body as two layers of keys: the object itself and, in the shapes that wrap a contact, the object inside. A key is
 * looked up in the outer layer first; a JSON null is passed over.
 */
final class Payload {

    /** Where a contact's id may be, in this order. */
    static final List<String> CONTACT_ID =
            List.of("subscriber_id", "contact_id", "user_id", "manychat_contact_id", "id");

    /** The most characters of a value that is not needed; a longer one is taken for rubbish and ignored. */
    static final int MAX_WORD_LENGTH = 1_024;

    private static final List<String> WRAPPERS = List.of("contact", "data", "subscriber", "subscriber_data");
    private static final List<String> EXPLICIT_CONTACT_ID =
            CONTACT_ID.stream().filter(name -> !name.equals("id")).toList();

    private final List<Map<?, ?>> layers;

    private Payload(List<Map<?, ?>> layers) {
        this.layers = layers;
    }

    /** The layers of a body; a wrapper that is no object is refused. */
    static Payload of(Map<?, ?> body) {
        for (String wrapper : WRAPPERS) {
            Object wrapped = body.get(wrapper);
            if (wrapped instanceof Map<?, ?> object) {
                return new Payload(List.of(body, object));
            }
            if (wrapped != null) {
                throw new TurngateException(Kind.BAD_REQUEST, wrapper + " must be an object");
            }
        }
        return new Payload(List.of(body));
    }

    /** The first value under one of the names, of any type; null if there is none but JSON nulls. */
    @Nullable
    Object find(List<String> names) {
        for (String name : names) {
            for (Map<?, ?> layer : layers) {
                Object value = layer.get(name);
                if (value != null) {
                    return value;
                }
            }
        }
        return null;
    }

    /** Whether one of the names is a key, be its value a JSON null. */
    boolean has(List<String> names) {
        return names.stream().anyMatch(name -> layers.stream().anyMatch(layer -> layer.containsKey(name)));
    }

    /** As {@link #find}; but a plain {@code id} beside a wrapped contact may be anything's, so the contact's own wins. */
    @Nullable
    Object findContactId() {
        Object explicit = find(EXPLICIT_CONTACT_ID);
        if (explicit != null) {
            return explicit;
        }
        for (int i = layers.size() - 1; i >= 0; i--) {
            Object value = layers.get(i).get("id");
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    /** Whether there is a key for the contact's id, be its value a JSON null. */
    boolean hasContactId() {
        return has(CONTACT_ID);
    }

    /** The first usable string under one of the names: not empty, no placeholder, not over the bound. */
    Optional<String> findWord(List<String> names) {
        for (String name : names) {
            for (Map<?, ?> layer : layers) {
                String word = word(layer.get(name));
                if (word != null) {
                    return Optional.of(word);
                }
            }
        }
        return Optional.empty();
    }

    /** As {@link #findWord}, integers too. */
    Optional<String> findWordOrInteger(List<String> names) {
        for (String name : names) {
            for (Map<?, ?> layer : layers) {
                String word = word(Scalars.read(layer.get(name)));
                if (word != null) {
                    return Optional.of(word);
                }
            }
        }
        return Optional.empty();
    }

    /** The usable string in the contact's custom field of that name, in each form that custom fields arrive in. */
    Optional<String> findCustomField(String name) {
        for (Map<?, ?> layer : layers) {
            String word = word(customField(layer.get("custom_fields"), name));
            if (word != null) {
                return Optional.of(word);
            }
        }
        return Optional.empty();
    }

    private static @Nullable Object customField(@Nullable Object fields, String name) {
        if (fields instanceof Map<?, ?> byName) {
            return byName.get(name);
        }
        if (fields instanceof List<?> list) {
            for (Object entry : list) {
                if (entry instanceof Map<?, ?> field && name.equals(field.get("name"))) {
                    return field.get("value");
                }
            }
        }
        return null;
    }

    private static @Nullable String word(@Nullable Object value) {
        if (!(value instanceof String text) || text.length() > MAX_WORD_LENGTH || Scalars.isEmpty(text)) {
            return null;
        }
        return LoneSurrogates.replaced(text).strip();
    }
}
