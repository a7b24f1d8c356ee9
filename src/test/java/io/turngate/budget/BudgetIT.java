package io.turngate.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.Deadline;
import io.turngate.core.Reason;
import io.turngate.core.TenantId;
import io.turngate.rules.Rules.Budget;
import io.turngate.runner.RunnerReply;
import io.turngate.runner.RunnerReply.Spent;
import io.turngate.runner.RunnerRequest;
import io.turngate.store.Budgets;
import io.turngate.store.Budgets.Spending;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.RecordingRunner;
import io.turngate.testing.RedisServer;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a tenant may spend in a day, over several gateways and a real Redis. */
class BudgetIT {

    private static final TenantId TENANT = ConversationHarness.TENANT;
    private static final Budget BUDGET = new Budget(1_000, 0.5);

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final ConversationHarness chat = new ConversationHarness(redis);

    private final DailyBudgets left = new DailyBudgets();
    private final DailyBudgets right = new DailyBudgets();

    private void exchange(DailyBudgets gateway) {
        Budgets store = chat.redisStores().budgets();
        chat.await(() -> gateway.exchange(store, List.of(TENANT)));
    }

    @Test
    void tokensOfAllGatewaysCountTogether() {
        left.spent(TENANT, new Spending(600, 10));
        right.spent(TENANT, new Spending(399, 10));
        exchange(left);
        exchange(right);
        exchange(left);
        assertThat(left.today(TENANT)).isEqualTo(new Spending(999, 20));
        assertThat(right.today(TENANT)).isEqualTo(new Spending(999, 20));
        assertThat(left.isSpent(TENANT, BUDGET)).isFalse();
        right.spent(TENANT, new Spending(1, 0));
        assertThat(right.isSpent(TENANT, BUDGET)).isTrue();
        exchange(right);
        exchange(left);
        assertThat(left.isSpent(TENANT, BUDGET)).isTrue();
    }

    @Test
    void theCostHasACapOfItsOwn() {
        left.spent(TENANT, new Spending(1, 499_999));
        assertThat(left.isSpent(TENANT, BUDGET)).isFalse();
        left.spent(TENANT, new Spending(1, 1));
        assertThat(left.isSpent(TENANT, BUDGET)).isTrue();
    }

    @Test
    void aNewDayOfUtcBeginsWithNothingAndTheOldOneGoesAfterThreeDays() {
        chat.clock().set(Instant.parse("2026-11-30T23:59:59.999Z").toEpochMilli());
        left.spent(TENANT, new Spending(2_000, 1));
        exchange(left);
        assertThat(redis.call("HGET", "tg:{school}:budget:20261130", "tokens")).isEqualTo("2000");
        assertThat((Long) redis.call("TTL", "tg:{school}:budget:20261130")).isBetween(259_000L, 259_200L);
        chat.clock().advance(Duration.ofMillis(1));
        exchange(left);
        assertThat(left.isSpent(TENANT, BUDGET)).isFalse();
        assertThat(left.today(TENANT)).isEqualTo(Spending.NOTHING);
    }

    @Test
    void whatWasSpentWhileRedisWasAwayIsWrittenOnceItIsBack() {
        redis.stop();
        left.spent(TENANT, new Spending(1_000, 7));
        assertThat(left.isSpent(TENANT, BUDGET)).isTrue();
        assertThat(chat.await(() -> left.exchange(chat.redisStores().budgets(), List.of(TENANT))
                        .map(true)
                        .otherwise(false)))
                .isFalse();
        redis.start();
        org.awaitility.Awaitility.await()
                .until(() -> chat.await(() -> left.exchange(chat.redisStores().budgets(), List.of(TENANT))
                        .map(true)
                        .otherwise(false)));
        exchange(right);
        assertThat(right.today(TENANT)).isEqualTo(new Spending(1_000, 7));
    }

    @Test
    void aRunnerWhoseDayIsSpentIsNotAskedAndTheContactIsHandedOver() {
        RecordingRunner runner = new RecordingRunner()
                .answering(request -> Future.succeededFuture(
                        new RunnerReply(List.of("hi"), Optional.empty(), 1, "model", Spent.NOTHING)));
        BudgetedRunner budgeted = new BudgetedRunner(runner, TENANT, BUDGET, left);
        RunnerRequest request =
                chat.runner().requests().isEmpty() ? aRequest() : chat.runner().newest();

        assertThat(chat.await(() -> budgeted.run(request, Deadline.after(Duration.ofSeconds(1))))
                        .messages())
                .containsExactly("hi");
        left.spent(TENANT, new Spending(1_000, 3));
        RunnerReply refused = chat.await(() -> budgeted.run(request, Deadline.after(Duration.ofSeconds(1))));

        assertThat(refused.escalation()).contains(Reason.BUDGET);
        assertThat(runner.requests()).hasSize(1);
    }

    private RunnerRequest aRequest() {
        chat.say("hello");
        return chat.runner().newest();
    }
}
