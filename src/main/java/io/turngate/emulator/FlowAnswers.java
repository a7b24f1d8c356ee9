package io.turngate.emulator;

import io.turngate.emulator.ContactView.Source;
import io.turngate.emulator.Exchange.Way;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Does to a contact what an answer of the gateway says, if it is one that ManyChat takes; all of it or nothing. */
final class FlowAnswers {

    private final Account account;
    private final Contacts contacts;
    private final BlockCheck check;
    private final InstantSource clock;

    FlowAnswers(EmulatorOptions options, Contacts contacts, BlockCheck check) {
        this.account = options.account();
        this.contacts = contacts;
        this.check = check;
        this.clock = options.clock();
    }

    /** Content: of a Dynamic Block or of a callback. */
    Exchange takeBlock(ContactState contact, Exchange exchange) {
        return take(contact, exchange, answer -> {
            Block block = check.answered(answer, contact.channel());
            Instant now = clock.instant();
            contacts.change(contact, changing -> changing.receive(block, Source.ANSWER, now));
        });
    }

    /** Flat values: what the mapping names goes into fields, then the reply is sent, unless it is empty. */
    Exchange takeFields(ContactState contact, Exchange exchange, Via.ExternalRequest request) {
        return take(contact, exchange, answer -> {
            Map<String, Object> values = mapped(answer, request.mapping());
            Instant now = clock.instant();
            contacts.change(contact, changing -> {
                values.forEach((name, value) -> changing.setField(name, value, now));
                request.replyField()
                        .map(values::get)
                        .map(Object::toString)
                        .filter(reply -> !reply.isBlank())
                        .ifPresent(reply -> changing.receive(reply, Source.ANSWER, now));
            });
        });
    }

    /** Counts the fallback of a flow that got no answer it could use. */
    Exchange fallBack(ContactState contact, Exchange exchange) {
        contacts.change(contact, ContactState::fallsBack);
        return exchange;
    }

    private Exchange take(ContactState contact, Exchange exchange, Consumer<StrictObject> effect) {
        if (exchange.way() != Way.ANSWERED) {
            return exchange.way() == Way.NOT_SENT ? exchange : fallBack(contact, exchange);
        }
        try {
            effect.accept(StrictObject.of(Json.decodeValue(exchange.body()), "answer"));
            return exchange;
        } catch (Refusal refusal) {
            return fallBack(contact, unusable(exchange, refusal.problem()));
        } catch (DecodeException e) {
            return fallBack(contact, unusable(exchange, "the answer is not JSON"));
        }
    }

    private Map<String, Object> mapped(StrictObject answer, Map<String, String> mapping) {
        Map<String, Object> values = new LinkedHashMap<>();
        mapping.forEach((path, field) -> {
            Object value = find(answer.json(), path);
            if (value instanceof String || value instanceof Number || value instanceof Boolean) {
                account.requireField(field, value);
                values.put(field, value);
            }
        });
        return values;
    }

    /** What stands at a path of keys, such as {@code $.a.b}; an empty object if nothing does. */
    private static Object find(JsonObject answer, String path) {
        Object at = answer;
        for (String key : path.replaceFirst("^\\$\\.", "").split("\\.", -1)) {
            Object next = at instanceof JsonObject object ? object.getValue(key) : null;
            if (next == null) {
                return new JsonObject();
            }
            at = next;
        }
        return at;
    }

    private static Exchange unusable(Exchange exchange, String problem) {
        return new Exchange(
                Way.UNUSABLE,
                exchange.requestBody(),
                exchange.status(),
                exchange.headers(),
                exchange.body(),
                problem,
                exchange.millis());
    }
}
