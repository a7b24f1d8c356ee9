package io.turngate.http;

import io.turngate.config.Secret;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/** Lets a request pass that holds the admin token; without one configured nothing passes. */
final class AdminAuthHandler implements Handler<RoutingContext> {

    private static final String BEARER = "bearer ";

    private final Optional<Secret> adminToken;

    AdminAuthHandler(Optional<Secret> adminToken) {
        this.adminToken = adminToken;
    }

    @Override
    public void handle(RoutingContext context) {
        if (adminToken.isEmpty()) {
            context.fail(Failures.notFound("operations are off: management.adminToken is not configured"));
            return;
        }
        String authorization = context.request().getHeader("Authorization");
        if (authorization != null
                && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                && adminToken
                        .get()
                        .matches(authorization.substring(BEARER.length()).strip())) {
            context.next();
            return;
        }
        context.fail(Failures.unauthorized("expected Authorization: Bearer with the admin token"));
    }
}
