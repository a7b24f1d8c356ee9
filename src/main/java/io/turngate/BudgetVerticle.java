package io.turngate;

import io.turngate.budget.DailyBudgets;
import io.turngate.core.TenantId;
import io.turngate.store.Stores;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.util.Collection;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Exchanges with the other gateways what was spent on models, once a second, over a connection to Redis of its own. */
final class BudgetVerticle extends VerticleBase {

    private static final long EXCHANGE_MILLIS = 1_000;

    private final Function<Vertx, Stores> openStores;
    private final DailyBudgets budgets;
    private final Supplier<Collection<TenantId>> served;
    private boolean exchanging;
    private @Nullable Stores stores;

    BudgetVerticle(Function<Vertx, Stores> openStores, DailyBudgets budgets, Supplier<Collection<TenantId>> served) {
        this.openStores = openStores;
        this.budgets = budgets;
        this.served = served;
    }

    @Override
    public Future<?> start() {
        Stores opened = openStores.apply(vertx);
        stores = opened;
        vertx.setPeriodic(EXCHANGE_MILLIS, timer -> exchange(opened));
        return opened.open()
                .compose(connected -> budgets.exchange(opened.budgets(), served.get()))
                .otherwiseEmpty();
    }

    private void exchange(Stores opened) {
        if (!exchanging) {
            exchanging = true;
            budgets.exchange(opened.budgets(), served.get()).onComplete(done -> exchanging = false);
        }
    }

    /** What was spent since the last exchange is still written. */
    @Override
    public Future<?> stop() {
        Stores opened = stores;
        return opened == null
                ? Future.succeededFuture()
                : budgets.exchange(opened.budgets(), served.get())
                        .otherwiseEmpty()
                        .eventually(opened::close);
    }
}
