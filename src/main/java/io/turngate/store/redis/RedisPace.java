package io.turngate.store.redis;

import io.turngate.core.Contact;
import io.turngate.store.Pace;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;

/** Paces in Redis: a key for each account and call, and one for the flows of each contact. */
final class RedisPace implements Pace {

    /** ManyChat allows a hundred an hour; as many at once as come back in an hour never makes more than that. */
    private static final int FLOWS_AT_ONCE = 50;

    private static final Duration FLOW_INTERVAL = Duration.ofHours(1).dividedBy(FLOWS_AT_ONCE);

    private final DeliveryScripts scripts;

    RedisPace(DeliveryScripts scripts) {
        this.scripts = scripts;
    }

    @Override
    public Future<Slot> reserve(String account, String call, Duration interval, Duration longestWait) {
        return reserve(Keys.pace(account, call), interval, 1, longestWait);
    }

    @Override
    public Future<Void> slowDown(String account, String call, Duration by) {
        return scripts.run(
                        Script.PACE,
                        List.of(Keys.pace(account, call)),
                        List.of("0", "1", "0", Long.toString(by.toMillis())))
                .mapEmpty();
    }

    @Override
    public Future<Boolean> takeFlow(Contact contact) {
        return reserve(Keys.of(contact).flows(), FLOW_INTERVAL, FLOWS_AT_ONCE, Duration.ZERO)
                .map(Slot::isReserved);
    }

    private Future<Slot> reserve(String key, Duration interval, int atOnce, Duration longestWait) {
        return scripts.run(
                        Script.PACE,
                        List.of(key),
                        List.of(
                                Long.toString(interval.toNanos() / 1_000),
                                Integer.toString(atOnce),
                                Long.toString(longestWait.toMillis()),
                                ""))
                .map(reply -> new Slot(
                        ScriptReplies.text(reply, 0).equals("reserved"),
                        Duration.ofMillis(Long.parseLong(ScriptReplies.text(reply, 1)))));
    }
}
