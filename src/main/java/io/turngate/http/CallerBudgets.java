package io.turngate.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.turngate.core.RateBudget;
import java.time.Duration;

/** What callers without a valid secret may cost: a budget of requests for each address, of bounded size in all. */
final class CallerBudgets {

    private static final int MOST_ADDRESSES = 50_000;

    private final int perMinute;
    private final Cache<String, RateBudget> budgets = Caffeine.newBuilder()
            .maximumSize(MOST_ADDRESSES)
            .expireAfterAccess(Duration.ofMinutes(2))
            .executor(Runnable::run)
            .build();

    CallerBudgets(int perMinute) {
        this.perMinute = perMinute;
    }

    /** Takes one request of the address; false if its budget is spent. */
    boolean tryTake(String address) {
        return budgets.get(address, any -> new RateBudget(perMinute)).tryTake();
    }
}
