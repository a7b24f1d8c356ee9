package io.turngate.emulator;

import io.turngate.core.Channel;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a person at a terminal does with the emulator: adds contacts, has them speak, looks at them, sets faults. Requests
 * that a web page could make in somebody's browser are refused.
 */
final class ControlRoutes {

    private final EmulatorOptions options;
    private final EmulatorParts parts;

    ControlRoutes(EmulatorOptions options, EmulatorParts parts) {
        this.options = options;
        this.parts = parts;
    }

    void addTo(Router router) {
        router.route("/emulator/*").handler(this::admit);
        router.post("/emulator/contacts").handler(context -> answer(context, this::addContact));
        router.get("/emulator/contacts/:id").handler(context -> answer(context, body -> show(context)));
        router.post("/emulator/say").handler(context -> answer(context, this::say));
        router.post("/emulator/faults").handler(context -> answer(context, this::setFault));
        router.get("/emulator/usage").handler(context -> answer(context, body -> usage()));
    }

    private void admit(RoutingContext context) {
        HostAndPort host = context.request().authority();
        String type = Optional.ofNullable(context.request().getHeader(HttpHeaders.CONTENT_TYPE))
                .orElse("");
        boolean reads = context.request().method().name().equals("GET");
        if (host == null || !Loopback.isName(host.host()) || !(reads || type.startsWith("application/json"))) {
            reply(context, ApiReply.error(400, "expected a request to loopback with Content-Type application/json"));
        } else {
            context.next();
        }
    }

    private void answer(RoutingContext context, Function<StrictObject, Future<JsonObject>> work) {
        try {
            work.apply(body(context))
                    .onSuccess(json -> reply(context, new ApiReply(200, json.encodePrettily() + "\n")))
                    .onFailure(failure -> reply(context, ApiReply.error(409, String.valueOf(failure.getMessage()))));
        } catch (Refusal refusal) {
            reply(context, refusal.reply());
        } catch (IllegalArgumentException | IllegalStateException e) {
            reply(context, ApiReply.error(400, String.valueOf(e.getMessage())));
        }
    }

    private static StrictObject body(RoutingContext context) {
        Buffer body = context.body().buffer();
        if (body == null || body.length() == 0) {
            return new StrictObject(new JsonObject(), "body");
        }
        try {
            return StrictObject.of(body.toJsonValue(), "body");
        } catch (DecodeException e) {
            throw Refusal.of("The request is not JSON");
        }
    }

    private Future<JsonObject> addContact(StrictObject body) {
        body.only("id", "channel", "first_name", "last_name", "locale", "language", "timezone");
        Channel channel = Channel.find(body.text("channel")).orElseThrow(() -> Refusal.invalid("channel is not known"));
        ContactSpec like = ContactSpec.of(body.text("id"), channel);
        ContactSpec spec = like.named(
                        body.textOr("first_name", like.firstName()), body.textOr("last_name", like.lastName()))
                .from(
                        body.textOr("locale", like.locale()),
                        body.textOr("language", like.language()),
                        body.textOr("timezone", like.timezone()));
        parts.contacts().put(new ContactState(spec, options.clock().instant()));
        return show(spec.id());
    }

    private Future<JsonObject> say(StrictObject body) {
        body.only("contact", "text", "via", "overlap");
        Say plain = Say.of(body.text("contact"), body.textOr("text", ""));
        Say said = body.has("via") ? plain.via(via(body.text("via"))) : plain;
        boolean overlap = Boolean.TRUE.equals(body.json().getValue("overlap"));
        return parts.flows().say(overlap ? said.overlap() : said).map(exchange -> shown(said.contact(), exchange));
    }

    private static Via via(String word) {
        return switch (word) {
            case "block" -> Via.block();
            case "fields" -> Via.fields();
            case "callback" -> Via.callback();
            default -> throw Refusal.invalid("via must be block, fields or callback");
        };
    }

    private JsonObject shown(String contact, Exchange exchange) {
        JsonObject json = new JsonObject()
                .put("way", exchange.way().name().toLowerCase(Locale.ROOT))
                .put("status", exchange.status())
                .put("millis", exchange.millis());
        exchange.header("X-Turngate-Outcome").ifPresent(outcome -> json.put("outcome", outcome));
        exchange.header("X-Turngate-Reason").ifPresent(reason -> json.put("reason", reason));
        exchange.header("X-Turngate-Turn").ifPresent(turn -> json.put("turn", Integer.valueOf(turn)));
        exchange.header("X-Turngate-History").ifPresent(history -> json.put("history", Integer.valueOf(history)));
        return json.put("problem", exchange.problem())
                .put(
                        "answer",
                        Masking.text(
                                exchange.body(),
                                parts.contacts()
                                        .view(contact)
                                        .map(ContactView::fields)
                                        .orElseGet(Map::of),
                                parts.flows().target().map(FlowTarget::secret),
                                options.account().apiToken()));
    }

    private Future<JsonObject> setFault(StrictObject body) {
        FaultWords.set(body, parts.faults());
        return Future.succeededFuture(new JsonObject().put("status", "success"));
    }

    private Future<JsonObject> show(RoutingContext context) {
        return show(context.pathParam("id"));
    }

    private Future<JsonObject> show(String id) {
        return parts.contacts()
                .view(id)
                .map(view -> Future.succeededFuture(json(view)))
                .orElseGet(() -> Future.failedFuture("no such contact"));
    }

    private static JsonObject json(ContactView view) {
        JsonArray inbox = new JsonArray();
        view.inbox()
                .forEach(message -> inbox.add(new JsonObject()
                        .put("at", message.at().toString())
                        .put("source", message.source().name().toLowerCase(Locale.ROOT))
                        .put("text", message.text())));
        JsonArray flows = new JsonArray();
        view.flows().forEach(flow -> flows.add(flow.flow()));
        JsonArray tags = new JsonArray();
        view.tags().forEach(tags::add);
        return new JsonObject()
                .put("id", view.profile().id())
                .put("channel", view.profile().channel().wireName())
                .put("inbox", inbox)
                .put("tags", tags)
                .put("fields", Masking.fields(view.fields()))
                .put("flows", flows)
                .put("fallbacks", view.fallbacks())
                .put("callback_waiting", view.callbackWaiting());
    }

    private Future<JsonObject> usage() {
        JsonObject json = new JsonObject();
        for (CallKind kind : CallKind.values()) {
            json.put(
                    kind.word(),
                    new JsonObject()
                            .put("total", parts.usage().total(kind))
                            .put("most_in_a_second", parts.usage().mostInASecond(kind)));
        }
        return Future.succeededFuture(json);
    }

    private static void reply(RoutingContext context, ApiReply reply) {
        if (!context.response().closed()) {
            context.response()
                    .setStatusCode(reply.status())
                    .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                    .end(reply.body());
        }
    }
}
