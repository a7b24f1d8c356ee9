package io.turngate.emulator;

import io.turngate.config.Secret;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.DecodeException;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.function.Supplier;

/** The API over HTTP: the key, the limits, the faults that are set, and then the call itself. */
final class ApiRoutes {

    private static final String BEARER = "Bearer ";

    private final Vertx vertx;
    private final Secret key;
    private final Usage usage;
    private final Faults faults;
    private final ApiCalls calls;

    ApiRoutes(Vertx vertx, Secret key, Usage usage, Faults faults, ApiCalls calls) {
        this.vertx = vertx;
        this.key = key;
        this.usage = usage;
        this.faults = faults;
        this.calls = calls;
    }

    void addTo(Router router) {
        for (CallKind kind : CallKind.values()) {
            router.route(kind.method(), kind.path()).handler(context -> handle(kind, context));
        }
    }

    private void handle(CallKind kind, RoutingContext context) {
        if (!isAccount(context)) {
            answer(context, ApiReply.WRONG_TOKEN);
            return;
        }
        boolean inTime = usage.arrives(kind);
        Optional<Fault> fault = faults.take(kind);
        if (fault.isEmpty()) {
            answer(context, make(kind, context, inTime));
            return;
        }
        play(fault.get(), context, () -> make(kind, context, inTime));
    }

    private void play(Fault fault, RoutingContext context, Supplier<ApiReply> call) {
        ApiReply right = fault.takesEffect() ? call.get() : ApiReply.success();
        ApiReply reply = fault.reply()
                .map(given -> new ApiReply(given.status(), given.body()))
                .orElse(right);
        Runnable end = switch (fault.end()) {
            case ANSWERED -> () -> answer(context, reply);
            case CUT -> () -> context.request().connection().close();
            case HANGING -> () -> {};
        };
        if (fault.delay().isZero()) {
            end.run();
        } else {
            vertx.setTimer(fault.delay().toMillis(), late -> end.run());
        }
    }

    private ApiReply make(CallKind kind, RoutingContext context, boolean inTime) {
        if (!inTime) {
            return ApiReply.TOO_FAST;
        }
        Buffer body = Optional.ofNullable(context.body().buffer()).orElseGet(Buffer::buffer);
        if (body.length() == 0) {
            return calls.make(kind, "");
        }
        try {
            return calls.make(kind, body.toJsonValue());
        } catch (DecodeException e) {
            return ApiReply.error(400, "The request is not JSON");
        }
    }

    private boolean isAccount(RoutingContext context) {
        String given = context.request().getHeader(HttpHeaders.AUTHORIZATION);
        return given != null && given.startsWith(BEARER) && key.matches(given.substring(BEARER.length()));
    }

    private static void answer(RoutingContext context, ApiReply reply) {
        HttpServerResponse response = context.response();
        if (!response.closed()) {
            response.setStatusCode(reply.status())
                    .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                    .end(reply.body());
        }
    }
}
