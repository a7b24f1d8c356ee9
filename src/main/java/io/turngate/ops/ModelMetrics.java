package io.turngate.ops;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.turngate.runner.model.Completion.Usage;
import io.turngate.runner.model.ModelFailure;
import io.turngate.runner.model.ModelListener;
import io.turngate.runner.model.ModelName;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what happens with models. The names of models come from the configuration. */
public final class ModelMetrics implements ModelListener {

    private static final Logger LOG = LoggerFactory.getLogger(ModelMetrics.class);

    private static final double MICROS = 1_000_000;

    private final MeterRegistry registry;
    private final ConcurrentMap<ModelName, AtomicInteger> keptAway = new ConcurrentHashMap<>();
    private final ConcurrentMap<ModelName, Counter> calls = new ConcurrentHashMap<>();
    private final ConcurrentMap<ModelName, Spendings> spendings = new ConcurrentHashMap<>();

    /** The meters of each call, kept at hand. */
    private record Spendings(Counter read, Counter cached, Counter written, Counter usd) {

        void add(Usage usage) {
            long fromCache = Math.min(usage.cached(), usage.in());
            read.increment(usage.in() - fromCache);
            cached.increment(fromCache);
            written.increment(usage.out());
            usd.increment(usage.microUsd() / MICROS);
        }
    }

    public ModelMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** A model is in force, with a breaker that is closed. */
    public void served(ModelName model) {
        gauge(model).set(0);
    }

    @Override
    public void asked(ModelName model) {
        calls.computeIfAbsent(model, asked -> registry.counter("turngate.model.calls", tags(asked)))
                .increment();
    }

    @Override
    public void failed(ModelName model, ModelFailure.Kind kind) {
        registry.counter(
                        "turngate.model.failures",
                        tags(model).and("kind", kind.name().toLowerCase(Locale.ROOT)))
                .increment();
    }

    @Override
    public void spent(ModelName model, Usage usage) {
        spendings.computeIfAbsent(model, this::spendings).add(usage);
    }

    private Spendings spendings(ModelName model) {
        return new Spendings(
                tokens(model, "read"),
                tokens(model, "cached"),
                tokens(model, "written"),
                registry.counter("turngate.model.cost.usd", tags(model)));
    }

    private Counter tokens(ModelName model, String kind) {
        return registry.counter("turngate.model.tokens", tags(model).and("kind", kind));
    }

    @Override
    public void breaker(ModelName model, Breaker state) {
        gauge(model).set(state == Breaker.CLOSED ? 0 : 1);
        switch (state) {
            case OPEN -> LOG.warn("tenant {}: {} fails and is not asked for a while", model.tenant(), model.label());
            case CLOSED -> LOG.info("tenant {}: {} answers again", model.tenant(), model.label());
            case HALF_OPEN -> LOG.debug("tenant {}: {} is tried", model.tenant(), model.label());
        }
    }

    @Override
    public void fellBack(ModelName model) {
        registry.counter("turngate.model.fallbacks", tags(model)).increment();
    }

    private AtomicInteger gauge(ModelName model) {
        return keptAway.computeIfAbsent(model, named -> {
            AtomicInteger value = new AtomicInteger();
            Gauge.builder("turngate.model.kept.away", value, AtomicInteger::get)
                    .description("1 while a model's provider fails and is not asked")
                    .tags(tags(named))
                    .register(registry);
            return value;
        });
    }

    private static Tags tags(ModelName model) {
        return Tags.of("tenant", model.tenant().value(), "provider", model.provider(), "model", model.model());
    }
}
