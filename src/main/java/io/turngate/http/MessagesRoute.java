package io.turngate.http;

import io.turngate.config.Secret;
import io.turngate.conversation.Tenant;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.PlatformHandler;
import io.vertx.ext.web.handler.TimeoutHandler;
import java.time.Duration;

/** The way of {@code POST /v1/{tenant}/messages} through its handlers, in their order. */
final class MessagesRoute {

    /** The largest body, in bytes. */
    static final int BODY_LIMIT = 64 * 1024;

    /** ManyChat has given up by then: a body that is still coming in is not worth waiting for. */
    static final Duration GIVE_UP = Duration.ofSeconds(10);

    static final ContextKey<Tenant> TENANT = new ContextKey<>("tenant");

    /** The tenant's secret that the request presented. */
    static final ContextKey<Secret> SECRET = new ContextKey<>("secret");

    private static final String PATH = "/v1/:tenant/messages";

    private MessagesRoute() {}

    static void mount(
            Router router, RequestIdHandler start, TenantAuthHandler authentication, MessagesHandler messages) {
        router.route().handler(start);
        PlatformHandler noForms = MessagesRoute::refuseForms;
        router.post(PATH)
                .handler(authentication)
                .handler(noForms)
                .handler(TimeoutHandler.create(GIVE_UP.toMillis(), 408))
                .handler(BodyHandler.create(false).setBodyLimit(BODY_LIMIT))
                .handler(messages);
    }

    /** A form would be decoded piece by piece and lost; a flow that sends one is told so. */
    private static void refuseForms(RoutingContext context) {
        String type = context.request().getHeader(HttpHeaders.CONTENT_TYPE);
        if (type != null && (type.startsWith("multipart/") || type.startsWith("application/x-www-form-urlencoded"))) {
            context.fail(Failures.badRequest("expected a JSON body with Content-Type application/json, found a form"));
            return;
        }
        context.next();
    }
}
