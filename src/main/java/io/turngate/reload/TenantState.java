package io.turngate.reload;

import io.turngate.config.Problem;
import io.turngate.conversation.Tenant;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a tenant's name stands for at one moment. */
public sealed interface TenantState {

    /**
     * The tenant answers messages.
     *
     * @param tenant the last good configuration
     * @param loadedAt when it came into force
     * @param refused the newest attempt to replace it, if what is on disk now is refused
     */
    record Serving(Tenant tenant, Instant loadedAt, Optional<Refusal> refused) implements TenantState {}

    /**
     * The tenant has a folder that has never loaded: its messages get 503.
     *
     * @param refused why
     */
    record NeverLoaded(Refusal refused) implements TenantState {}

    /** There is no such tenant: its messages get 401. */
    record Absent() implements TenantState {}

    /**
     * A configuration that was not taken over.
     *
     * @param at when it was first seen
     * @param problems everything that is wrong with it, at least one
     */
    record Refusal(Instant at, List<Problem> problems) {

        public Refusal {
            problems = List.copyOf(problems);
        }
    }
}
