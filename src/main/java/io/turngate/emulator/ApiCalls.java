package io.turngate.emulator;

import io.turngate.emulator.ContactView.Source;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.time.Instant;
import java.time.InstantSource;

/** What each call of the API does, once it is known to be the account's and within the limits. */
final class ApiCalls {

    private static final int OUTSIDE_WINDOW = 3011;

    private final Account account;
    private final Contacts contacts;
    private final BlockCheck check;
    private final InstantSource clock;
    private final boolean windowed;

    ApiCalls(EmulatorOptions options, Contacts contacts, BlockCheck check) {
        this.account = options.account();
        this.contacts = contacts;
        this.check = check;
        this.clock = options.clock();
        this.windowed = options.windowed();
    }

    /** Makes the call; its refusals are answers too. */
    ApiReply make(CallKind kind, Object body) {
        try {
            return switch (kind) {
                case GET_INFO ->
                    ApiReply.success(new JsonObject().put("id", 1_234_567).put("name", "Emulated"));
                case GET_CUSTOM_FIELDS -> ApiReply.success(fields());
                case SEND_CONTENT -> sendContent(StrictObject.of(body, "body").only("subscriber_id", "data"));
                case SEND_FLOW -> sendFlow(StrictObject.of(body, "body").only("subscriber_id", "flow_ns"));
                case SET_CUSTOM_FIELD ->
                    setField(StrictObject.of(body, "body").only("subscriber_id", "field_name", "field_value"));
                case ADD_TAG -> tag(StrictObject.of(body, "body").only("subscriber_id", "tag_name"), true);
                case REMOVE_TAG -> tag(StrictObject.of(body, "body").only("subscriber_id", "tag_name"), false);
            };
        } catch (Refusal refusal) {
            return refusal.reply();
        }
    }

    private ApiReply sendContent(StrictObject body) {
        ContactState contact = contact(body);
        Block block = check.pushed(body.object("data"), contact.channel());
        Instant now = clock.instant();
        if (windowed && !contact.isInWindow(now)) {
            throw Refusal.of("The contact's last interaction was more than 24 hours ago", OUTSIDE_WINDOW);
        }
        contacts.change(contact, changing -> changing.receive(block, Source.PUSH, now));
        return ApiReply.success();
    }

    private ApiReply sendFlow(StrictObject body) {
        ContactState contact = contact(body);
        String flow = body.text("flow_ns");
        if (!flow.startsWith("content")) {
            throw Refusal.invalid("Flow does not exist");
        }
        Instant now = clock.instant();
        contacts.change(contact, changing -> {
            if (!changing.startFlow(flow, now)) {
                throw Refusal.tooFast();
            }
        });
        return ApiReply.success();
    }

    private ApiReply setField(StrictObject body) {
        ContactState contact = contact(body);
        String name = body.text("field_name");
        Object value = body.scalar("field_value");
        account.requireField(name, value);
        Instant now = clock.instant();
        contacts.change(contact, changing -> changing.setField(name, value, now));
        return ApiReply.success();
    }

    private ApiReply tag(StrictObject body, boolean add) {
        ContactState contact = contact(body);
        String tag = body.text("tag_name");
        account.requireTag(tag);
        Instant now = clock.instant();
        contacts.change(contact, changing -> {
            if (add) {
                changing.addTag(tag, now);
            } else {
                changing.removeTag(tag, now);
            }
        });
        return ApiReply.success();
    }

    private ContactState contact(StrictObject body) {
        Object id = body.json().getValue("subscriber_id");
        if (!(id instanceof Integer || id instanceof Long || id instanceof BigInteger)) {
            throw Refusal.invalid("subscriber_id must be an integer");
        }
        return contacts.find(id.toString()).orElseThrow(() -> Refusal.of("Subscriber does not exist"));
    }

    private JsonArray fields() {
        JsonArray fields = new JsonArray();
        account.fields()
                .forEach(field -> fields.add(new JsonObject()
                        .put("id", field.id())
                        .put("name", field.name())
                        .put("type", field.type())
                        .put("description", "")));
        return fields;
    }
}
