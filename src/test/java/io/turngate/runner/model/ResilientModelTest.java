package io.turngate.runner.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.turngate.core.Deadline;
import io.turngate.core.TenantId;
import io.turngate.runner.model.Completion.Usage;
import io.turngate.runner.model.ModelFailure.Kind;
import io.turngate.runner.model.ResilientModel.Named;
import io.turngate.testing.Awaiting;
import io.turngate.testing.TestPrompt;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Retry, breaker and fallback, with models that do what the test says. Deadlines run on a clock of the test's. */
class ResilientModelTest {

    private static final long LIMIT_MILLIS = 10_000;
    private static final ModelName FIRST = new ModelName(new TenantId("t"), "first", "m");
    private static final ModelName OTHER = new ModelName(new TenantId("t"), "second", "m");
    /** Never tries again by itself within a test. */
    private static final Resilience CLOSED_FOR_GOOD =
            new Resilience(3, Duration.ofMinutes(2), Duration.ofHours(1), 1_000);

    private static final Resilience BRIEF = new Resilience(3, Duration.ofMinutes(2), Duration.ofMillis(100), 1_000);

    private final Vertx vertx = Vertx.vertx();
    private final AtomicLong nanos = new AtomicLong();
    private final List<Long> primaryMillis = new CopyOnWriteArrayList<>();
    private final List<Long> fallbackMillis = new CopyOnWriteArrayList<>();
    private final Recording heard = new Recording();
    private volatile Function<Integer, Future<Completion>> primary = call -> said("primary");

    @AfterEach
    void close() {
        Awaiting.result(vertx.close());
    }

    @Test
    void aModelThatAnswersIsAskedOnceWithAllTheTime() {
        assertThat(ask(alone(CLOSED_FOR_GOOD))).isEqualTo("primary");
        assertThat(primaryMillis).containsExactly(LIMIT_MILLIS);
        assertThat(heard.events).containsExactly("asked first");
    }

    @Test
    void withAFallbackTheFirstHasItsShareAndTheOtherTheRest() {
        primary = call -> {
            passMillis(primaryMillis.get(0));
            return failed(Kind.TIMEOUT);
        };
        assertThat(ask(withFallback(CLOSED_FOR_GOOD))).isEqualTo("fallback");
        assertThat(primaryMillis).containsExactly(6_000L);
        assertThat(fallbackMillis).containsExactly(4_000L);
        assertThat(heard.events).containsExactly("asked first", "failed first TIMEOUT", "fell back from first");
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"TOO_FAST", "UNAVAILABLE"})
    void whatMayPassIsAskedOnceMore(Kind kind) {
        primary = call -> call == 1 ? failed(kind) : said("at last");
        assertThat(ask(alone(CLOSED_FOR_GOOD))).isEqualTo("at last");
        primary = call -> failed(kind);
        assertThat(fail(alone(CLOSED_FOR_GOOD))).isEqualTo(kind);
        assertThat(primaryMillis).hasSize(4);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"TIMEOUT", "REFUSED", "UNREADABLE"})
    void whatDoesNotPassIsNotAskedAgain(Kind kind) {
        primary = call -> failed(kind);
        assertThat(fail(alone(CLOSED_FOR_GOOD))).isEqualTo(kind);
        assertThat(primaryMillis).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void everyFailureGoesOnToTheFallback(Kind kind) {
        primary = call -> failed(kind);
        assertThat(ask(withFallback(CLOSED_FOR_GOOD))).isEqualTo("fallback");
    }

    @Test
    void aTimeThatTheProviderNamesIsKeptIfItFits() {
        primary = call -> call == 1 ? tooFast(1) : said("later");
        assertThat(ask(alone(CLOSED_FOR_GOOD))).isEqualTo("later");
        primary = call -> tooFast(9_800);
        assertThat(fail(alone(CLOSED_FOR_GOOD))).isEqualTo(Kind.TOO_FAST);
        assertThat(primaryMillis).hasSize(3);
    }

    /** The share counts, not the deadline: the rest is the fallback's. */
    @Test
    void aTimeThatDoesNotFitIntoTheShareGoesToTheFallback() {
        primary = call -> tooFast(6_000);
        assertThat(ask(withFallback(CLOSED_FOR_GOOD))).isEqualTo("fallback");
        assertThat(primaryMillis).hasSize(1);
    }

    @Test
    void withoutTimeNobodyIsAskedAgain() {
        primary = call -> {
            passMillis(LIMIT_MILLIS - 400);
            return failed(Kind.UNAVAILABLE);
        };
        assertThat(fail(alone(CLOSED_FOR_GOOD))).isEqualTo(Kind.UNAVAILABLE);
        assertThat(primaryMillis).hasSize(1);
        nanos.set(0);
        primary = call -> {
            passMillis(LIMIT_MILLIS);
            return failed(Kind.TIMEOUT);
        };
        assertThat(fail(withFallback(CLOSED_FOR_GOOD))).isEqualTo(Kind.TIMEOUT);
        assertThat(fallbackMillis).isEmpty();
    }

    @Test
    void aDeadProviderIsLeftAloneAndTheFallbackAnswersAtOnce() {
        primary = call -> failed(Kind.TIMEOUT);
        ResilientModel model = withFallback(CLOSED_FOR_GOOD);
        for (int i = 0; i < 3; i++) {
            assertThat(ask(model)).isEqualTo("fallback");
        }
        assertThat(heard.events).contains("breaker first OPEN");
        primaryMillis.clear();
        fallbackMillis.clear();
        assertThat(ask(model)).isEqualTo("fallback");
        assertThat(primaryMillis).isEmpty();
        assertThat(fallbackMillis).containsExactly(LIMIT_MILLIS);
    }

    @Test
    void withoutAFallbackAnOpenBreakerIsUnavailable() {
        primary = call -> failed(Kind.TIMEOUT);
        ResilientModel model = alone(CLOSED_FOR_GOOD);
        for (int i = 0; i < 4; i++) {
            fail(model);
        }
        assertThat(fail(model)).isEqualTo(Kind.UNAVAILABLE);
        assertThat(primaryMillis).hasSize(3);
    }

    @Test
    void theBreakerOpensWithinACallAndItsRetryIsKeptAway() {
        primary = call -> failed(Kind.UNAVAILABLE);
        ResilientModel model = withFallback(CLOSED_FOR_GOOD);
        ask(model);
        ask(model);
        assertThat(primaryMillis).hasSize(3);
    }

    @Test
    void aProviderThatIsBackIsAskedAgainByItself() {
        primary = call -> failed(Kind.TIMEOUT);
        ResilientModel model = withFallback(BRIEF);
        for (int i = 0; i < 3; i++) {
            ask(model);
        }
        await().until(() -> heard.events.contains("breaker first HALF_OPEN"));
        primary = call -> said("primary");
        assertThat(ask(model)).isEqualTo("primary");
        assertThat(heard.events).endsWith("breaker first HALF_OPEN", "asked first", "breaker first CLOSED");
    }

    /** While one call tries, the others wait for nothing. */
    @Test
    void oneCallTriesAndIfItFailsTheBreakerIsOpenAgain() {
        primary = call -> failed(Kind.TIMEOUT);
        ResilientModel model = withFallback(BRIEF);
        for (int i = 0; i < 3; i++) {
            ask(model);
        }
        await().until(() -> heard.events.contains("breaker first HALF_OPEN"));
        Promise<Completion> trial = Promise.promise();
        primary = call -> trial.future();
        primaryMillis.clear();
        Future<Completion> trying = model.complete(TestPrompt.of("c:Hi"), deadline());
        assertThat(ask(model)).isEqualTo("fallback");
        assertThat(primaryMillis).hasSize(1);
        heard.events.clear();
        trial.fail(new ModelFailure(Kind.TIMEOUT, "late"));
        assertThat(Awaiting.result(trying).text()).isEqualTo("fallback");
        assertThat(heard.events).contains("breaker first OPEN");
    }

    @Test
    void aSuccessBetweenFailuresKeepsItClosed() {
        ResilientModel model = alone(CLOSED_FOR_GOOD);
        for (int i = 0; i < 4; i++) {
            primary = call -> failed(Kind.TIMEOUT);
            fail(model);
            fail(model);
            primary = call -> said("primary");
            assertThat(ask(model)).isEqualTo("primary");
        }
    }

    /** One contact's words must not take the model from all the others. */
    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"REFUSED", "UNREADABLE"})
    void whatAContactMayBringAboutDoesNotOpenIt(Kind kind) {
        primary = call -> failed(kind);
        ResilientModel model = alone(CLOSED_FOR_GOOD);
        for (int i = 0; i < 20; i++) {
            fail(model);
        }
        assertThat(primaryMillis).hasSize(20);
    }

    /** A message that has waited long is late by itself. */
    @Test
    void callsWithHardlyAnyTimeSayNothingAboutTheProvider() {
        primary = call -> failed(Kind.TIMEOUT);
        ResilientModel model = alone(CLOSED_FOR_GOOD);
        for (int i = 0; i < 20; i++) {
            failWithin(model, 999);
        }
        assertThat(primaryMillis).hasSize(20);
        for (int i = 0; i < 3; i++) {
            fail(model);
        }
        primaryMillis.clear();
        failWithin(model, 999);
        assertThat(primaryMillis).isEmpty();
    }

    @Test
    void aModelThatThrowsIsUnavailableAndItsWordsAreNotPassedOn() {
        primary = call -> {
            throw new IllegalStateException("sk-key");
        };
        assertThatThrownBy(() -> ask(alone(CLOSED_FOR_GOOD)))
                .isInstanceOf(ModelFailure.class)
                .hasMessageNotContaining("sk-key");
    }

    @Test
    void whoAnsweredIsSaidAndCallsThatFailedBeforeArePartOfTheUsage() {
        primary = call -> Future.failedFuture(new ModelFailure(
                Kind.UNAVAILABLE, "because", call == 1 ? new Usage(10, 4, 2, 7) : new Usage(20, 0, 3, 9)));
        Completion said = Awaiting.result(withFallback(CLOSED_FOR_GOOD).complete(TestPrompt.of("c:Hi"), deadline()));
        assertThat(said.by()).contains(OTHER);
        assertThat(said.usage()).isEqualTo(new Usage(130, 4, 15, 27));
        assertThat(heard.spent).containsExactly("first 10 4 2 7", "first 20 0 3 9", "second 100 0 10 11");
    }

    @Test
    void aFailureSaysWhatAllItsCallsTook() {
        primary = call -> Future.failedFuture(new ModelFailure(Kind.UNAVAILABLE, "because", new Usage(10, 4, 2, 7)));
        Future<Completion> asked = alone(CLOSED_FOR_GOOD).complete(TestPrompt.of("c:Hi"), deadline());
        assertThatThrownBy(() -> Awaiting.result(asked))
                .isInstanceOfSatisfying(
                        ModelFailure.class,
                        failure -> assertThat(failure.usage()).isEqualTo(new Usage(20, 8, 4, 14)));
    }

    @Test
    void aModelThatAnswersIsNamedAndPaidOnce() {
        primary = call -> Future.succeededFuture(new Completion("Hi", new Usage(10, 4, 2, 7)));
        Completion said = Awaiting.result(withFallback(CLOSED_FOR_GOOD).complete(TestPrompt.of("c:Hi"), deadline()));
        assertThat(said.by()).contains(FIRST);
        assertThat(heard.spent).containsExactly("first 10 4 2 7");
    }

    private ResilientModel alone(Resilience resilience) {
        return new ResilientModel(vertx, first(), Optional.empty(), resilience, heard);
    }

    private ResilientModel withFallback(Resilience resilience) {
        Model other = (prompt, deadline) -> {
            fallbackMillis.add(deadline.remainingMillis());
            return Future.succeededFuture(new Completion("fallback", new Usage(100, 0, 10, 11)));
        };
        ResilientModel second = new ResilientModel(vertx, new Named(OTHER, other), Optional.empty(), resilience, heard);
        return new ResilientModel(vertx, first(), Optional.of(second), resilience, heard);
    }

    private Named first() {
        int before = primaryMillis.size();
        return new Named(FIRST, (prompt, deadline) -> {
            primaryMillis.add(deadline.remainingMillis());
            return primary.apply(primaryMillis.size() - before);
        });
    }

    private Deadline deadline() {
        return Deadline.after(Duration.ofMillis(LIMIT_MILLIS), nanos::get);
    }

    private String ask(Model model) {
        return Awaiting.result(model.complete(TestPrompt.of("c:Hi"), deadline()))
                .text();
    }

    private Kind fail(Model model) {
        return failWithin(model, LIMIT_MILLIS);
    }

    private Kind failWithin(Model model, long millis) {
        Deadline deadline = Deadline.after(Duration.ofMillis(millis), nanos::get);
        try {
            throw new AssertionError(Awaiting.result(model.complete(TestPrompt.of("c:Hi"), deadline))
                    .text());
        } catch (ModelFailure failure) {
            return failure.kind();
        }
    }

    private void passMillis(long millis) {
        nanos.addAndGet(Duration.ofMillis(millis).toNanos());
    }

    private static Future<Completion> said(String text) {
        return Future.succeededFuture(new Completion(text, Usage.NONE));
    }

    private static Future<Completion> failed(Kind kind) {
        return Future.failedFuture(new ModelFailure(kind, "because"));
    }

    private static Future<Completion> tooFast(long millis) {
        return Future.failedFuture(new ModelFailure(Kind.TOO_FAST, "because", Optional.of(Duration.ofMillis(millis))));
    }

    /** Each event a line. */
    private static final class Recording implements ModelListener {

        private final List<String> events = new CopyOnWriteArrayList<>();
        private final List<String> spent = new CopyOnWriteArrayList<>();

        @Override
        public void asked(ModelName model) {
            if (model.equals(FIRST)) {
                events.add("asked first");
            }
        }

        @Override
        public void failed(ModelName model, Kind kind) {
            events.add("failed " + model.provider() + " " + kind);
        }

        @Override
        public void spent(ModelName model, Usage usage) {
            spent.add(String.join(
                    " ",
                    model.provider(),
                    Long.toString(usage.in()),
                    Long.toString(usage.cached()),
                    Long.toString(usage.out()),
                    Long.toString(usage.microUsd())));
        }

        @Override
        public void breaker(ModelName model, Breaker state) {
            events.add("breaker " + model.provider() + " " + state);
        }

        @Override
        public void fellBack(ModelName model) {
            events.add("fell back from " + model.provider());
        }
    }
}
