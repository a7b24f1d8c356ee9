package io.turngate.budget;

import io.turngate.config.TokenPrice;
import io.turngate.core.Deadline;
import io.turngate.core.TenantId;
import io.turngate.runner.model.Completion;
import io.turngate.runner.model.Completion.Usage;
import io.turngate.runner.model.Model;
import io.turngate.runner.model.ModelFailure;
import io.turngate.runner.model.Prompt;
import io.turngate.store.Budgets.Spending;
import io.vertx.core.Future;

/**
 * A model whose calls are paid: what each took gets its price and counts in its tenant's day, also where the answer was of
 * no use, or came when nobody waited for it any more.
 */
public final class BilledModel implements Model {

    private final Model model;
    private final TenantId tenant;
    private final TokenPrice price;
    private final DailyBudgets budgets;

    /** @param model one of a provider, so that each of its calls is paid once */
    public BilledModel(Model model, TenantId tenant, TokenPrice price, DailyBudgets budgets) {
        this.model = model;
        this.tenant = tenant;
        this.price = price;
        this.budgets = budgets;
    }

    @Override
    public Future<Completion> complete(Prompt prompt, Deadline deadline) {
        return model.complete(prompt, deadline)
                .map(said -> new Completion(said.text(), billed(said.usage()), said.by()))
                .recover(failure -> Future.failedFuture(billed(failure)));
    }

    private Throwable billed(Throwable failure) {
        return failure instanceof ModelFailure known ? known.withUsage(billed(known.usage())) : failure;
    }

    private Usage billed(Usage usage) {
        Usage priced = usage.at(price);
        budgets.spent(tenant, new Spending(priced.in() + priced.out(), priced.microUsd()));
        return priced;
    }
}
