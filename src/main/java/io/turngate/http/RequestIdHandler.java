package io.turngate.http;

import io.turngate.core.Deadline;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** Starts a request: its deadline runs from here, and it gets the name that its answer and its log line carry. */
final class RequestIdHandler implements Handler<RoutingContext> {

    static final String HEADER = "X-Request-Id";
    static final ContextKey<String> REQUEST_ID = new ContextKey<>("requestId");
    static final ContextKey<Deadline> DEADLINE = new ContextKey<>("deadline");

    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final Duration replyDeadline;

    RequestIdHandler(Duration replyDeadline) {
        this.replyDeadline = replyDeadline;
    }

    @Override
    public void handle(RoutingContext context) {
        DEADLINE.put(context, Deadline.after(replyDeadline));
        String given = context.request().getHeader(HEADER);
        String id = given != null && SAFE.matcher(given).matches() ? given : fresh();
        REQUEST_ID.put(context, id);
        context.response().putHeader(HEADER, id);
        context.next();
    }

    private static String fresh() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }
}
