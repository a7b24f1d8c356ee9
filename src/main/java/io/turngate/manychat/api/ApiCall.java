package io.turngate.manychat.api;

import io.turngate.core.ContactId;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One call of the API as it goes over the wire.
 *
 * @param path what follows the base URL
 * @param body what is posted; empty for a GET
 * @param repeatable whether making it twice is the same as making it once
 * @param answerLimit the most bytes of an answer that are read
 */
record ApiCall(String path, Optional<JsonObject> body, boolean repeatable, int answerLimit) {

    private static final int ANSWER_LIMIT = 65_536;
    /** An account may have hundreds of fields, each with a description. */
    private static final int LIST_LIMIT = 262_144;

    /** Their values are words of ManyChat's or names from the configuration, not what a contact reads. */
    private static final Set<String> NAMES =
            Set.of("version", "type", "action", "method", "tag_name", "field_name", "flow_ns");

    static ApiCall sendContent(ContactId contact, JsonObject block) {
        return post("/fb/sending/sendContent", subscriber(contact).put("data", block), false);
    }

    static ApiCall sendFlow(ContactId contact, String flow) {
        return post("/fb/sending/sendFlow", subscriber(contact).put("flow_ns", flow), false);
    }

    static ApiCall setCustomField(ContactId contact, String field, String value) {
        return post(
                "/fb/subscriber/setCustomFieldByName",
                subscriber(contact).put("field_name", field).put("field_value", value),
                true);
    }

    static ApiCall addTag(ContactId contact, String tag) {
        return post("/fb/subscriber/addTagByName", subscriber(contact).put("tag_name", tag), true);
    }

    static ApiCall removeTag(ContactId contact, String tag) {
        return post("/fb/subscriber/removeTagByName", subscriber(contact).put("tag_name", tag), true);
    }

    static ApiCall account() {
        return new ApiCall("/fb/page/getInfo", Optional.empty(), true, ANSWER_LIMIT);
    }

    static ApiCall customFields() {
        return new ApiCall("/fb/page/getCustomFields", Optional.empty(), true, LIST_LIMIT);
    }

    HttpMethod method() {
        return body.isPresent() ? HttpMethod.POST : HttpMethod.GET;
    }

    /** The body's bytes; none for a GET. */
    Buffer bytes() {
        return body.map(JsonObject::toBuffer).orElseGet(Buffer::buffer);
    }

    /** Every text of the body that a contact reads or a field keeps. */
    List<String> sentTexts() {
        List<String> texts = new ArrayList<>();
        body.ifPresent(object -> collect(object, texts));
        return texts;
    }

    @Override
    public String toString() {
        return path;
    }

    private static ApiCall post(String path, JsonObject body, boolean repeatable) {
        return new ApiCall(path, Optional.of(body), repeatable, ANSWER_LIMIT);
    }

    /** As a number with every digit: ids may exceed what a double holds. */
    private static JsonObject subscriber(ContactId contact) {
        return new JsonObject().put("subscriber_id", new BigInteger(contact.value()));
    }

    private static void collect(Object value, List<String> texts) {
        if (value instanceof JsonObject object) {
            for (Map.Entry<String, Object> entry : object) {
                if (!NAMES.contains(entry.getKey()) && entry.getValue() != null) {
                    collect(entry.getValue(), texts);
                }
            }
        } else if (value instanceof JsonArray array) {
            array.forEach(element -> {
                if (element != null) {
                    collect(element, texts);
                }
            });
        } else if (value instanceof String text && !text.isBlank()) {
            texts.add(text);
        }
    }
}
