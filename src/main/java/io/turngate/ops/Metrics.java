package io.turngate.ops;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.turngate.conversation.LaneListener;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.TenantId;
import io.turngate.manychat.api.ApiAnswer;
import io.turngate.outbox.DeadReason;
import io.turngate.outbox.PacedCall;
import io.turngate.outbox.PushListener;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What is counted and timed: one named method an event. Labels are tenants and closed sets of words, never contacts. The
 * meters of each message are kept at hand: the registry looks one up by its sorted tags.
 */
public final class Metrics implements LaneListener, PushListener {

    private static final String TENANT = "tenant";
    private static final String RESULT = "result";
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final MeterRegistry registry;
    private final ConcurrentMap<MessageLabels, Counter> messages = new ConcurrentHashMap<>();
    private final ConcurrentMap<BindingLabels, Counter> bindings = new ConcurrentHashMap<>();
    private final ConcurrentMap<RunnerLabels, Timer> runners = new ConcurrentHashMap<>();
    private final ConcurrentMap<TenantId, Timer> messageTimes = new ConcurrentHashMap<>();
    private final ConcurrentMap<TenantId, AtomicInteger> waiting = new ConcurrentHashMap<>();
    private final ConcurrentMap<TenantId, AtomicInteger> keysRight = new ConcurrentHashMap<>();
    private final Timer redisAnswered;
    private final Timer redisFailed;

    private record MessageLabels(TenantId tenant, Outcome outcome, Optional<Reason> reason) {}

    private record BindingLabels(TenantId tenant, boolean hasToken, boolean isBound, boolean isEnforced) {}

    private record RunnerLabels(TenantId tenant, String provider, boolean succeeded) {}

    public Metrics(MeterRegistry registry) {
        this.registry = registry;
        this.redisAnswered = redisTimer("answered");
        this.redisFailed = redisTimer("failed");
    }

    /** A message was answered. */
    public void messageHandled(TenantId tenant, Outcome outcome, Optional<Reason> reason, long nanos) {
        messages.computeIfAbsent(new MessageLabels(tenant, outcome, reason), this::messageCounter)
                .increment();
        messageTimes.computeIfAbsent(tenant, this::messageTimer).record(nanos, TimeUnit.NANOSECONDS);
    }

    /**
     * A message of a tenant that binds by tokens: whether it had one, whether it was bound, and whether a
     * missing one is held against it.
     */
    public void messageBound(TenantId tenant, boolean hasToken, boolean isBound, boolean isEnforced) {
        bindings.computeIfAbsent(new BindingLabels(tenant, hasToken, isBound, isEnforced), this::bindingCounter)
                .increment();
    }

    /** A request was refused before it became a message. */
    public void requestRefused(int status) {
        registry.counter("turngate.requests.refused", "status", Integer.toString(status))
                .increment();
    }

    /** A contact's text was longer than the limit and was cut. */
    public void textCut(TenantId tenant) {
        registry.counter("turngate.texts.cut", TENANT, tenant.value()).increment();
    }

    /** A reply did not fit into the messages that a channel allows and was cut. */
    public void replyCut(TenantId tenant) {
        registry.counter("turngate.replies.cut", TENANT, tenant.value()).increment();
    }

    /** The way of a message met a failure, though the contact was answered. */
    public void failureOnTheWay(TenantId tenant, String kind) {
        registry.counter("turngate.failures", TENANT, tenant.value(), "kind", kind)
                .increment();
    }

    /** A runner replied or failed. */
    public void runnerAsked(TenantId tenant, String provider, boolean succeeded, long nanos) {
        runners.computeIfAbsent(new RunnerLabels(tenant, provider, succeeded), this::runnerTimer)
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    /** A tenant was loaded, refused or removed. */
    public void rulesReloaded(TenantId tenant, String result) {
        registry.counter("turngate.rules.reload", TENANT, tenant.value(), RESULT, result)
                .increment();
    }

    /** A command was answered by Redis, or was not. */
    public void redisCommand(long nanos, boolean succeeded) {
        (succeeded ? redisAnswered : redisFailed).record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void waited() {
        registry.counter("turngate.lane.waited").increment();
    }

    @Override
    public void duplicate(DuplicateKind kind) {
        registry.counter("turngate.duplicates", "kind", kind.name().toLowerCase(Locale.ROOT))
                .increment();
    }

    @Override
    public void takenOver(int messages) {
        registry.counter("turngate.lane.taken.over").increment(messages);
    }

    @Override
    public void called(TenantId tenant, PacedCall call, ApiAnswer.Kind result) {
        registry.counter(
                        "turngate.pushes",
                        TENANT,
                        tenant.value(),
                        "call",
                        call.word(),
                        RESULT,
                        result.name().toLowerCase(Locale.ROOT))
                .increment();
    }

    @Override
    public void deadLetter(TenantId tenant, DeadReason reason) {
        registry.counter("turngate.dead.letters", TENANT, tenant.value(), "reason", reason.word())
                .increment();
    }

    @Override
    public void flowSkipped(TenantId tenant) {
        registry.counter("turngate.flows.skipped", TENANT, tenant.value()).increment();
    }

    @Override
    public void waiting(TenantId tenant, int contacts) {
        waiting.computeIfAbsent(tenant, id -> tenantGauge("turngate.outbox.contacts", "Contacts in the outbox", id))
                .set(contacts);
    }

    @Override
    public void keyIs(TenantId tenant, boolean right) {
        keysRight
                .computeIfAbsent(tenant, id -> tenantGauge("turngate.push.key", "1 if ManyChat takes the API key", id))
                .set(right ? 1 : 0);
    }

    private AtomicInteger tenantGauge(String name, String description, TenantId tenant) {
        AtomicInteger value = new AtomicInteger();
        Gauge.builder(name, value, AtomicInteger::get)
                .description(description)
                .tags(TENANT, tenant.value())
                .register(registry);
        return value;
    }

    /** Shows a number that is asked for at each scrape. */
    public void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(registry);
    }

    /** Shows a total that is kept elsewhere and asked for at each scrape. */
    public void counter(String name, String description, LongSupplier total) {
        FunctionCounter.builder(name, this, any -> total.getAsLong())
                .description(description)
                .register(registry);
    }

    private Counter messageCounter(MessageLabels labels) {
        return Counter.builder("turngate.messages")
                .description("Messages by what became of them")
                .tags(
                        TENANT,
                        labels.tenant().value(),
                        "outcome",
                        labels.outcome().wireName(),
                        "reason",
                        labels.reason().map(Reason::wireName).orElse(""))
                .register(registry);
    }

    private Counter bindingCounter(BindingLabels labels) {
        return registry.counter(
                "turngate.bindings",
                TENANT,
                labels.tenant().value(),
                "token",
                labels.hasToken() ? "presented" : "missing",
                "bound",
                Boolean.toString(labels.isBound()),
                "enforced",
                Boolean.toString(labels.isEnforced()));
    }

    private Timer runnerTimer(RunnerLabels labels) {
        return Timer.builder("turngate.runner")
                .description("Time of a runner from the question to its reply")
                .tags(
                        TENANT,
                        labels.tenant().value(),
                        "provider",
                        labels.provider(),
                        RESULT,
                        labels.succeeded() ? "replied" : "failed")
                .register(registry);
    }

    private Timer messageTimer(TenantId tenant) {
        return Timer.builder("turngate.message")
                .description("Time of a message from its arrival to its answer")
                .tags(TENANT, tenant.value())
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(LONGEST)
                .register(registry);
    }

    private Timer redisTimer(String result) {
        return Timer.builder("turngate.redis.command")
                .description("Time of a Redis command from its sending to its reply")
                .tags(RESULT, result)
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofNanos(100_000))
                .maximumExpectedValue(LONGEST)
                .register(registry);
    }
}
