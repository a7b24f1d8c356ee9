package io.turngate.outbox;

import io.turngate.config.TenantConfig;
import io.turngate.core.Contact;
import io.turngate.manychat.api.ManyChatApi;
import io.turngate.store.Outbox;
import io.turngate.store.Outbox.Claim;
import io.turngate.store.Tokens;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Gives every contact of a tenant that wrote lately, and has no confirmed token, one. May be ended and begun anew at any
 * time: those that have one by then are passed over. Belongs to one event loop.
 */
public final class TokenBackfill {

    private static final int MOST_TRIES = 5;
    /** More than the pace lets through; the slots are waited for. */
    private static final int AT_ONCE = 8;

    private final Outbox outbox;
    private final PacedApi api;
    private final KeyWatch keys;
    private final TokenWriter writer;
    private final TenantConfig tenant;
    private final Consumer<Count> progress;

    /**
     * How far it is.
     *
     * @param found contacts without a token
     * @param given those that have one now
     * @param failed those that could not be given one
     */
    public record Count(int found, int given, int failed) {

        static final Count NONE = new Count(0, 0, 0);

        Count plus(Count other) {
            return new Count(found + other.found, given + other.given, failed + other.failed);
        }
    }

    /** @param progress told after each few contacts */
    public TokenBackfill(
            Vertx vertx,
            Outbox outbox,
            ManyChatApi manyChat,
            PushListener listener,
            TenantConfig tenant,
            Consumer<Count> progress) {
        this.outbox = outbox;
        this.keys = new KeyWatch(listener, System::nanoTime);
        this.api = new PacedApi(vertx, manyChat, outbox.pace(), keys, listener);
        this.writer = new TokenWriter(outbox.tokens(), api, outbox::nowMillis, new Quiet(System::nanoTime));
        this.tenant = tenant;
        this.progress = progress;
    }

    /** Only counts who has none. */
    public Future<Count> count() {
        return pages("", Count.NONE, contacts -> Future.succeededFuture(new Count(contacts.size(), 0, 0)));
    }

    /** Gives them tokens. Fails if Redis is away, or ManyChat refuses the key. */
    public Future<Count> run() {
        return pages("", Count.NONE, contacts -> groups(contacts, Count.NONE));
    }

    private interface Work {
        Future<Count> of(List<Contact> contacts);
    }

    private Future<Count> pages(String cursor, Count before, Work work) {
        Duration reach = tenant.rules().historyReach();
        return outbox.tokens()
                .findWithout(tenant.id(), cursor, reach)
                .compose((Tokens.Page page) -> work.of(page.contacts())
                        .map(before::plus)
                        .compose(count -> {
                            progress.accept(count);
                            return page.next()
                                    .map(next -> pages(next, count, work))
                                    .orElseGet(() -> Future.succeededFuture(count));
                        }));
    }

    private Future<Count> groups(List<Contact> contacts, Count before) {
        if (contacts.isEmpty()) {
            return Future.succeededFuture(before);
        }
        int size = Math.min(AT_ONCE, contacts.size());
        return Future.all(contacts.subList(0, size).stream().map(this::give).toList())
                .compose(all -> {
                    int given = (int) all.<Boolean>list().stream()
                            .filter(Boolean::booleanValue)
                            .count();
                    Count count = before.plus(new Count(size, given, size - given));
                    return groups(contacts.subList(size, contacts.size()), count);
                });
    }

    /** The wish stays where a token could not be given now, for a gateway to fulfil. */
    private Future<Boolean> give(Contact contact) {
        return outbox.tokens()
                .want(contact)
                .compose(isWanted -> isWanted
                        ? outbox.enter(contact, Delivery.LEASE).compose(entered -> give(contact, 0))
                        : Future.succeededFuture(true));
    }

    private Future<Boolean> give(Contact contact, int tries) {
        if (!keys.isOpen(tenant)) {
            return Future.failedFuture(new IllegalStateException("ManyChat refuses the API key"));
        }
        if (tries == MOST_TRIES) {
            return Future.succeededFuture(false);
        }
        return outbox.claim(contact, Delivery.LEASE)
                .compose(claim -> claim instanceof Claim.Taken taken
                        ? write(taken)
                        : Future.succeededFuture(Optional.of(((Claim.Held) claim).remaining())))
                .compose(later -> later.map(delay -> again(contact, tries + 1, delay))
                        .orElseGet(() -> outbox.tokens().isConfirmed(contact)));
    }

    private Future<Boolean> again(Contact contact, int tries, Duration delay) {
        // A key that is refused now is so in a minute too: the command ends at once.
        return api.pause(keys.isOpen(tenant) ? delay : Duration.ZERO).compose(passed -> give(contact, tries));
    }

    private Future<Optional<Duration>> write(Claim.Taken taken) {
        Future<Optional<Duration>> written = taken.token()
                .map(wish -> writer.write(taken.lease(), tenant, wish))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()));
        return written.compose(later -> Ending.of(outbox, taken.lease(), later).map(later));
    }
}
