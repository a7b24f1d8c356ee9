package io.turngate.budget;

import io.turngate.core.Deadline;
import io.turngate.core.Reason;
import io.turngate.core.TenantId;
import io.turngate.rules.Rules.Budget;
import io.turngate.runner.Runner;
import io.turngate.runner.RunnerReply;
import io.turngate.runner.RunnerReply.Spent;
import io.turngate.runner.RunnerRequest;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/**
 * Asks a runner as long as its tenant's day is not spent; after that the contact is handed over without asking. What the
 * runner spends is noted by the {@link BilledModel}s that it asks.
 */
public final class BudgetedRunner implements Runner {

    private static final RunnerReply SPENT =
            new RunnerReply(List.of(), Optional.of(Reason.BUDGET), 1, "", Spent.NOTHING);

    private final Runner runner;
    private final TenantId tenant;
    private final Budget budget;
    private final DailyBudgets budgets;

    public BudgetedRunner(Runner runner, TenantId tenant, Budget budget, DailyBudgets budgets) {
        this.runner = runner;
        this.tenant = tenant;
        this.budget = budget;
        this.budgets = budgets;
    }

    @Override
    public Future<RunnerReply> run(RunnerRequest request, Deadline deadline) {
        if (budgets.isSpent(tenant, budget)) {
            return Future.succeededFuture(SPENT);
        }
        return runner.run(request, deadline);
    }
}
