package io.turngate.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.TokenPrice;
import io.turngate.core.Deadline;
import io.turngate.core.TenantId;
import io.turngate.runner.model.Completion;
import io.turngate.runner.model.Completion.Usage;
import io.turngate.runner.model.ModelFailure;
import io.turngate.runner.model.ModelFailure.Kind;
import io.turngate.store.Budgets.Spending;
import io.turngate.testing.TestPrompt;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BilledModelTest {

    private static final TenantId TENANT = new TenantId("school");
    private static final TokenPrice PRICE = new TokenPrice(1, 5, 0.1);
    private static final Usage TOLD = new Usage(1_000, 400, 20);

    private final DailyBudgets budgets = new DailyBudgets();

    private Future<Completion> call(Future<Completion> answer) {
        return new BilledModel((prompt, deadline) -> answer, TENANT, PRICE, budgets)
                .complete(TestPrompt.of("c:Hi"), Deadline.after(Duration.ofSeconds(1)));
    }

    @Test
    void aReplyGetsItsPriceAndCountsInTheDay() {
        Completion said =
                call(Future.succeededFuture(new Completion("Hi", TOLD))).result();
        assertThat(said).isEqualTo(new Completion("Hi", new Usage(1_000, 400, 20, 600 + 40 + 100)));
        assertThat(budgets.today(TENANT)).isEqualTo(new Spending(1_020, 740));
    }

    @Test
    void aFailureThatTookSomethingIsPaidToo() {
        ModelFailure cut = new ModelFailure(Kind.UNREADABLE, "cut", TOLD);
        Throwable failure = call(Future.failedFuture(cut)).cause();
        assertThat(failure).isInstanceOfSatisfying(ModelFailure.class, known -> {
            assertThat(known.usage().microUsd()).isEqualTo(740);
            assertThat(known.kind()).isEqualTo(Kind.UNREADABLE);
            assertThat(known).hasMessage("cut");
        });
        assertThat(budgets.today(TENANT)).isEqualTo(new Spending(1_020, 740));
    }

    @Test
    void whenAProviderMayBeAskedAgainIsPassedOn() {
        ModelFailure fast = new ModelFailure(Kind.TOO_FAST, "429", Optional.of(Duration.ofSeconds(7)));
        assertThat(call(Future.failedFuture(fast)).cause())
                .isInstanceOfSatisfying(
                        ModelFailure.class,
                        known -> assertThat(known.retryAfter()).contains(Duration.ofSeconds(7)));
        assertThat(budgets.today(TENANT)).isEqualTo(Spending.NOTHING);
    }

    @Test
    void anAnswerThatComesWhenNobodyWaitsIsPaid() {
        Promise<Completion> late = Promise.promise();
        Future<Completion> call = call(late.future());
        assertThat(call.isComplete()).isFalse();
        assertThat(budgets.today(TENANT)).isEqualTo(Spending.NOTHING);
        late.complete(new Completion("Hi", TOLD));
        assertThat(budgets.today(TENANT).tokens()).isEqualTo(1_020);
    }

    @Test
    void aDefectCostsNothing() {
        IllegalStateException defect = new IllegalStateException("defect");
        assertThat(call(Future.failedFuture(defect)).cause()).isSameAs(defect);
        assertThat(budgets.today(TENANT)).isEqualTo(Spending.NOTHING);
    }
}
