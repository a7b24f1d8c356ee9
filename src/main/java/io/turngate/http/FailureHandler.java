package io.turngate.http;

import io.turngate.core.RateBudget;
import io.turngate.core.TurngateException;
import io.turngate.ops.Metrics;
import io.vertx.core.Handler;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns whatever failed a request into its one problem answer; the only place that maps failures to statuses. */
final class FailureHandler implements Handler<RoutingContext> {

    private static final Logger LOG = LoggerFactory.getLogger(FailureHandler.class);
    private static final List<Integer> STATUSES =
            List.of(400, 401, 404, 405, 406, 408, 413, 414, 415, 417, 429, 431, 500, 501, 503);

    /** Whoever sends rubbish must not fill the log with it. */
    private final RateBudget linesLeft = new RateBudget(30);

    private final Metrics metrics;
    private final UnaryOperator<String> allowed;

    /** @param allowed the method that a path takes */
    FailureHandler(Metrics metrics, UnaryOperator<String> allowed) {
        this.metrics = metrics;
        this.allowed = allowed;
    }

    /** Makes this the last resort of everything that the router refuses or that fails in it. */
    void guard(Router router) {
        STATUSES.forEach(status -> router.errorHandler(status, this));
    }

    @Override
    public void handle(RoutingContext context) {
        Throwable failure = context.failure();
        ProblemJson problem =
                failure instanceof TurngateException known ? problemOf(known) : problemOf(context.statusCode());
        if (problem.status() == 500) {
            LOG.error("a request failed unexpectedly", failure);
        } else if (linesLeft.tryTake()) {
            // Without the path: it may name a contact.
            LOG.info("refused status={}: {}", problem.status(), problem.detail());
        }
        metrics.requestRefused(problem.status());
        addHeaders(context, problem.status());
        problem.answer(context.request());
    }

    private void addHeaders(RoutingContext context, int status) {
        switch (status) {
            case 401 -> context.response().putHeader("WWW-Authenticate", "Bearer");
            case 405 -> context.response().putHeader("Allow", allowed.apply(context.normalizedPath()));
            case 429 -> context.response().putHeader("Retry-After", "60");
            default -> {
                // Nothing to add.
            }
        }
    }

    private static ProblemJson problemOf(TurngateException failure) {
        String detail = String.valueOf(failure.getMessage());
        return switch (failure.kind()) {
            case BAD_REQUEST -> new ProblemJson(400, "Bad request", detail);
            case UNAUTHORIZED -> new ProblemJson(401, "Unauthorized", detail);
            case NOT_FOUND -> new ProblemJson(404, "Not found", detail);
            case TOO_MANY_REQUESTS -> new ProblemJson(429, "Too many requests", detail);
            case NOT_CONFIGURED, STATE_UNAVAILABLE, STATE_OFFLINE ->
                new ProblemJson(503, "Service unavailable", detail);
            case MODEL_ERROR, MODEL_TIMEOUT, BAD_REPLY, UNEXPECTED -> internalError();
        };
    }

    private static ProblemJson problemOf(int status) {
        return switch (status) {
            case 400 -> new ProblemJson(400, "Bad request", "the request is not valid HTTP");
            case 404 -> new ProblemJson(404, "Not found", "nothing is served under this path");
            case 405 -> new ProblemJson(405, "Method not allowed", "this path does not take this method");
            case 408 -> new ProblemJson(408, "Request timeout", "the request was not complete in time");
            case 413 ->
                new ProblemJson(
                        413,
                        "Content too large",
                        "the body is over the limit of " + MessagesRoute.BODY_LIMIT + " bytes");
            default ->
                status >= 400 && status < 500
                        ? new ProblemJson(status, "Bad request", "the request cannot be served")
                        : internalError();
        };
    }

    private static ProblemJson internalError() {
        return new ProblemJson(500, "Internal error", "the request failed; the log says why");
    }
}
