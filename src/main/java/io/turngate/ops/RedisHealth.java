package io.turngate.ops;

import io.turngate.store.LinkListener;
import io.turngate.store.ServerFacts;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state of Redis as all event loops together see it. Safe for use from any of them. */
public final class RedisHealth {

    private static final Logger LOG = LoggerFactory.getLogger(RedisHealth.class);

    private final Metrics metrics;
    private final boolean allowEviction;
    private final AtomicInteger links = new AtomicInteger();
    private final AtomicInteger linksUp = new AtomicInteger();
    private final AtomicReference<ServerFacts> facts = new AtomicReference<>();

    public RedisHealth(Metrics metrics, boolean allowEviction) {
        this.metrics = metrics;
        this.allowEviction = allowEviction;
        metrics.gauge(
                "turngate.redis.up", "1 if every connection of this gateway to Redis is up", () -> isUp() ? 1 : 0);
    }

    /** A listener for one more link. */
    public LinkListener listener() {
        links.incrementAndGet();
        return new LinkListener() {
            @Override
            public void up(ServerFacts said) {
                greet(said);
                linksUp.incrementAndGet();
            }

            @Override
            public void down(String why) {
                linksUp.decrementAndGet();
            }

            @Override
            public void command(long nanos, boolean succeeded) {
                metrics.redisCommand(nanos, succeeded);
            }
        };
    }

    /** Whether every event loop is connected. */
    public boolean isUp() {
        return links.get() > 0 && linksUp.get() == links.get();
    }

    /** {@code up}, {@code down}, or {@code evicting} for a server that may drop keys though it must not. */
    public String state() {
        if (!isUp()) {
            return "down";
        }
        ServerFacts said = facts.get();
        return said != null && said.mayEvict() && !allowEviction ? "evicting" : "up";
    }

    private void greet(ServerFacts said) {
        ServerFacts before = facts.getAndSet(said);
        if (said.equals(before)) {
            return;
        }
        String version = said.version().orElse("of an unknown version");
        if (said.mayEvict()) {
            LOG.error(
                    "Redis {} may evict keys (maxmemory-policy {}): turns and counters can vanish in silence",
                    version,
                    said.maxmemoryPolicy().orElse(""));
        } else if (!said.isSupported().orElse(false)) {
            LOG.warn("Redis {} is not known to work: 6.2 or newer is expected", version);
        } else {
            LOG.info(
                    "connected to Redis {} (maxmemory-policy {})",
                    version,
                    said.maxmemoryPolicy().orElse("unknown"));
        }
    }
}
