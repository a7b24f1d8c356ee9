package io.turngate.load;

import static io.gatling.javaapi.core.CoreDsl.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Contacts write at a steady rate to a model that takes seconds, so that rate times seconds of its calls are in flight. Right: each is
 * answered with the model's words, nearly so many calls were in flight as that product, and answers left at the rate at which messages came.
 */
public final class InFlight extends ContactSimulation {

    private static final int USERS = Settings.number("users", 200, 1, 10_000);
    private static final int MODEL_MILLIS = Settings.number("model.millis", 5_000, 0, 60_000);
    private static final double NEARLY = 0.9;

    private final AtomicInteger answeredInWindow = new AtomicInteger();
    private volatile long begin;

    /** Reads {@code load.model} (the base address of a {@link SlowModelServer}) and {@code load.model.millis}, how long it takes. */
    public InFlight() {
        super(USERS);
        runs(scenario("in flight")
                .exec(contactComes())
                .exec(says("message", Contact::writes))
                .exec(session -> {
                    counts();
                    return session;
                })
                .exec(contactGoes())
                .injectOpen(arriving()));
    }

    @Override
    public void before() {
        super.before();
        begin = System.nanoTime();
    }

    @Override
    public void after() {
        super.after();
        int most = mostCalls();
        double due = NEARLY * USERS * MODEL_MILLIS / 1_000;
        double rate = answeredInWindow.get() / Math.max(1, windowEnd() - windowBegin());
        boolean right = most >= due && (windowEnd() <= windowBegin() || rate >= NEARLY * USERS);
        System.out.printf(
                Locale.ROOT,
                "model calls in flight: at most %d (due %.0f); answers while messages came at full rate: %.1f a second of %d: %s%n",
                most,
                due,
                rate,
                USERS,
                right ? "right" : "NOT right");
    }

    /** From when on, in seconds, answers are to leave at the full rate: those to the first messages that came at it. */
    private double windowBegin() {
        return rise() + MODEL_MILLIS / 1_000.0 + 1;
    }

    private double windowEnd() {
        return seconds();
    }

    private void counts() {
        double now = (System.nanoTime() - begin) / 1e9;
        if (now >= windowBegin() && now < windowEnd()) {
            answeredInWindow.incrementAndGet();
        }
    }

    private static int mostCalls() {
        URI most = URI.create(Settings.text("model") + SlowModelServer.MOST);
        try {
            return Integer.parseInt(HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(most).build(), BodyHandlers.ofString())
                    .body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
