package io.turngate.http;

import io.turngate.config.Secret;
import io.turngate.core.TenantId;
import io.turngate.reload.CurrentTenants;
import io.turngate.reload.TenantState;
import io.turngate.reload.TenantState.Absent;
import io.turngate.reload.TenantState.NeverLoaded;
import io.turngate.reload.TenantState.Serving;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.PlatformHandler;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Lets a request pass that holds one of its tenant's secrets, before its body is read. Wrong secrets and unknown tenants
 * get the same answer after the same work.
 */
final class TenantAuthHandler implements PlatformHandler {

    private static final String BEARER = "bearer ";
    private static final int MOST_SECRETS = 2;

    /** Compared where a tenant has no secret to compare with. */
    private static final Secret DECOY = new Secret(UUID.randomUUID().toString());

    private final CurrentTenants tenants;
    private final CallerBudgets budgets;
    private final CallerAddress callers;

    TenantAuthHandler(CurrentTenants tenants, CallerBudgets budgets, CallerAddress callers) {
        this.tenants = tenants;
        this.budgets = budgets;
        this.callers = callers;
    }

    @Override
    public void handle(RoutingContext context) {
        TenantState state = find(context.pathParam("tenant"));
        List<Secret> secrets =
                state instanceof Serving serving ? serving.tenant().config().secrets() : List.of();
        Optional<Secret> secret = matching(secrets, presented(context.request()));
        if (secret.isPresent() && state instanceof Serving serving) {
            MessagesRoute.TENANT.put(context, serving.tenant());
            MessagesRoute.SECRET.put(context, secret.get());
            context.next();
            return;
        }
        if (!budgets.tryTake(callers.of(context.request()))) {
            context.fail(Failures.tooMany("too many requests without a valid secret from this address"));
            return;
        }
        context.fail(
                state instanceof NeverLoaded
                        ? Failures.notConfigured("the tenant's configuration has never loaded; turngate check says why")
                        : Failures.unauthorized(
                                "expected the tenant's secret as Authorization: Bearer or X-Turngate-Secret"));
    }

    private TenantState find(String name) {
        return TenantId.isValid(name) ? tenants.find(new TenantId(name)) : new Absent();
    }

    /** The first secret that is presented; always compares as many as a tenant can have. */
    private static Optional<Secret> matching(List<Secret> secrets, String presented) {
        Optional<Secret> matching = Optional.empty();
        for (int i = MOST_SECRETS - 1; i >= 0; i--) {
            Secret secret = i < secrets.size() ? secrets.get(i) : DECOY;
            if (secret.matches(presented)) {
                matching = Optional.of(secret);
            }
        }
        return matching;
    }

    private static String presented(HttpServerRequest request) {
        String authorization = request.getHeader("Authorization");
        if (authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return authorization.substring(BEARER.length()).strip();
        }
        return Optional.ofNullable(request.getHeader("X-Turngate-Secret")).orElse("");
    }
}
