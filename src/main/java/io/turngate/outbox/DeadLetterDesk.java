package io.turngate.outbox;

import io.turngate.core.TenantId;
import io.turngate.store.DeadLetters;
import io.turngate.store.DeadLetters.DeadLetter;
import io.turngate.store.Outbox;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What an operator does with a tenant's dead letters. Fails like {@link Outbox}. */
public final class DeadLetterDesk {

    private final Outbox outbox;
    private final DeadLetters letters;
    private final TenantId tenant;

    public DeadLetterDesk(Outbox outbox, TenantId tenant) {
        this.outbox = outbox;
        this.letters = outbox.deadLetters();
        this.tenant = tenant;
    }

    /**
     * Puts a letter at the end of what is pending for its contact and removes it; twice in the outbox rather than nowhere.
     * False if there is no such letter, or if it cannot be read.
     */
    public Future<Boolean> retry(String id) {
        return letters.find(tenant, id)
                .compose(found -> found.map(this::retry).orElseGet(() -> Future.succeededFuture(false)));
    }

    /** The same for each that can be read; gives how many. */
    public Future<Integer> retryAll() {
        return each(Optional.empty(), 0, this::retry);
    }

    /** Removes a letter; false if there is no such. */
    public Future<Boolean> drop(String id) {
        return letters.remove(tenant, id);
    }

    /** Removes all; gives how many. */
    public Future<Integer> dropAll() {
        return each(Optional.empty(), 0, letter -> letters.remove(tenant, letter.id()));
    }

    private Future<Boolean> retry(DeadLetter letter) {
        Optional<PendingItem> item = PendingItem.parse(letter.item());
        if (item.isEmpty()) {
            return Future.succeededFuture(false);
        }
        return outbox.append(letter.contact(), item.get().renewed(outbox.nowMillis()))
                .compose(appended -> outbox.enter(letter.contact(), Duration.ZERO))
                .compose(entered -> letters.remove(tenant, letter.id()))
                .map(true);
    }

    /** One after the other, so that letters of one contact keep their order. */
    private Future<Integer> each(Optional<String> after, int before, Function<DeadLetter, Future<Boolean>> work) {
        return letters.list(tenant, after).compose(page -> {
            Future<Integer> done = Future.succeededFuture(before);
            for (DeadLetter letter : page) {
                done = done.compose(count -> work.apply(letter).map(was -> was ? count + 1 : count));
            }
            return page.isEmpty() ? done : done.compose(count -> each(last(page), count, work));
        });
    }

    private static Optional<String> last(List<DeadLetter> page) {
        return Optional.of(page.get(page.size() - 1).id());
    }
}
