package io.turngate.ops;

import io.turngate.store.LinkListener;
import io.turngate.store.Reach;
import io.turngate.store.ServerFacts;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state of Redis as all event loops together see it. Safe for use from any of them. */
public final class RedisHealth {

    private static final Logger LOG = LoggerFactory.getLogger(RedisHealth.class);

    private final Metrics metrics;
    private final boolean allowEviction;
    private final AtomicInteger links = new AtomicInteger();
    private final AtomicInteger linksUp = new AtomicInteger();
    private final AtomicInteger linksUpInPart = new AtomicInteger();
    private final ConcurrentMap<String, ServerFacts> servers = new ConcurrentHashMap<>();

    public RedisHealth(Metrics metrics, boolean allowEviction) {
        this.metrics = metrics;
        this.allowEviction = allowEviction;
        metrics.gauge(
                "turngate.redis.up", "1 if every connection of this gateway to Redis is up", () -> isUp() ? 1 : 0);
    }

    /** A listener for one more link. */
    public LinkListener listener() {
        links.incrementAndGet();
        return new Listener();
    }

    /** Whether every event loop is connected to every server that holds keys. */
    public boolean isUp() {
        return links.get() > 0 && linksUp.get() == links.get();
    }

    /**
     * {@code up}, {@code down}, {@code partly} while some primary of a Cluster is away and nothing worse is the matter, or
     * {@code evicting} for a server that may drop keys though it must not.
     */
    public String state() {
        if (!isUp()) {
            return links.get() > 0 && linksUp.get() + linksUpInPart.get() == links.get() ? "partly" : "down";
        }
        boolean mayEvict = servers.values().stream().anyMatch(ServerFacts::mayEvict);
        return mayEvict && !allowEviction ? "evicting" : "up";
    }

    private void greet(String server, ServerFacts said) {
        if (said.equals(servers.put(server, said))) {
            return;
        }
        String version = said.version().orElse("of an unknown version") + " at " + server;
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

    private final class Listener implements LinkListener {

        private Reach before = Reach.NOTHING;

        @Override
        public void greeted(String server, ServerFacts said) {
            greet(server, said);
        }

        @Override
        public void left(String server) {
            servers.remove(server);
        }

        @Override
        public void reaches(Reach now) {
            count(before, -1);
            count(now, 1);
            before = now;
        }

        private void count(Reach reach, int change) {
            linksUp.addAndGet(reach == Reach.EVERYTHING ? change : 0);
            linksUpInPart.addAndGet(reach == Reach.PART ? change : 0);
        }

        @Override
        public void command(long nanos, boolean succeeded) {
            metrics.redisCommand(nanos, succeeded);
        }

        @Override
        public void shortOfReplicas(int answers) {
            metrics.shortOfReplicas(answers);
        }
    }
}
