package io.turngate.store;

import io.turngate.core.TenantId;
import io.vertx.core.Future;

/** What tenants have spent on models today, all gateways together. A day is one of UTC, by the clock of the store. */
public interface Budgets {

    /** Adds what a call took. Not safe to repeat: a failure leaves in doubt whether it was added. */
    Future<Void> add(TenantId tenant, Spending spent);

    /** What was spent today. */
    Future<Spending> today(TenantId tenant);

    /**
     * An amount that was spent.
     *
     * @param tokens read and written together
     * @param microUsd millionths of a US dollar
     */
    record Spending(long tokens, long microUsd) {

        public static final Spending NOTHING = new Spending(0, 0);

        /** Both together. */
        public Spending plus(Spending other) {
            return new Spending(tokens + other.tokens, microUsd + other.microUsd);
        }

        /** Whether nothing was. */
        public boolean isNothing() {
            return tokens == 0 && microUsd == 0;
        }
    }
}
