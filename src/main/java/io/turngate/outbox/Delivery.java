package io.turngate.outbox;

import io.turngate.config.TenantConfig;
import io.turngate.core.Contact;
import io.turngate.core.TenantId;
import io.turngate.manychat.api.ManyChatApi;
import io.turngate.store.Outbox;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This gateway's part in the delivery of all contacts: looks at those that are due, a bounded number at once, and each by
 * one look at a time. Belongs to one event loop.
 */
public final class Delivery {

    /** How long a gateway that has fallen silent keeps a contact from the others. */
    public static final Duration LEASE = Duration.ofSeconds(30);

    /** How long a tenant whose key is refused is left alone. */
    static final Duration CLOSED_LOOK = Duration.ofSeconds(60);

    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);
    private static final int MOST_AT_ONCE = 64;
    private static final int MOST_OF_A_TENANT = 32;
    private static final int MOST_FOR_TOKENS = 16;

    private final Outbox outbox;
    private final KeyWatch keys;
    private final TokenFields fields;
    private final PushListener listener;
    private final Supplier<Collection<TenantConfig>> served;
    private final PacedApi api;
    private final ContactWork work;
    private final Set<Contact> active = new HashSet<>();
    private final Set<Contact> onceMore = new HashSet<>();
    private final Promise<Void> idle = Promise.promise();
    private boolean polling;
    private boolean stopping;

    /**
     * What delivery works with.
     *
     * @param outbox of the event loop
     * @param api ManyChat
     * @param served the tenants in force
     * @param listener hears what becomes of calls
     */
    public record Parts(
            Outbox outbox, ManyChatApi api, Supplier<Collection<TenantConfig>> served, PushListener listener) {}

    Delivery(Vertx vertx, Parts parts, KeyWatch keys, TokenFields fields) {
        this.outbox = parts.outbox();
        this.keys = keys;
        this.fields = fields;
        this.listener = parts.listener();
        this.served = parts.served();
        this.api = new PacedApi(vertx, parts.api(), outbox.pace(), keys, listener);
        Quiet quiet = new Quiet(System::nanoTime);
        ItemDelivery items = new ItemDelivery(outbox, api, keys, listener, () -> stopping, quiet);
        TokenWriter tokens = new TokenWriter(outbox.tokens(), api, outbox::nowMillis, quiet);
        this.work = new ContactWork(outbox, tokens, items, keys);
    }

    /** Looks for contacts that are due; to be called about twice a second. */
    public void poll() {
        if (polling || stopping) {
            return;
        }
        polling = true;
        List<TenantConfig> tenants = new ArrayList<>(served.get());
        keys.keep(tenants);
        fields.keep(tenants);
        // None comes first each time, so that one with much to deliver does not keep the others waiting.
        Collections.shuffle(tenants);
        List<Future<Void>> polls = tenants.stream()
                .filter(TenantConfig::hasApiToken)
                .map(this::poll)
                .toList();
        Future.join(polls)
                .onFailure(failure -> LOG.debug("the outbox could not be looked at: {}", failure.getMessage()))
                .onComplete(polled -> polling = false);
    }

    private Future<Void> poll(TenantConfig tenant) {
        if (keys.mustAsk(tenant)) {
            api.checkKey(tenant).onFailure(failure -> LOG.debug("a key was not checked: {}", failure.getMessage()));
        }
        if (keys.isOpen(tenant) && fields.mustAsk(tenant)) {
            api.findTokenField(tenant)
                    .onSuccess(id -> id.ifPresent(found -> fields.learn(tenant, found)))
                    .onFailure(failure -> LOG.debug("a field was not looked up: {}", failure.getMessage()));
        }
        Future<Void> counted = outbox.size(tenant.id())
                .onSuccess(contacts -> listener.waiting(tenant.id(), contacts))
                .mapEmpty();
        int free = Math.min(MOST_AT_ONCE - active.size(), MOST_OF_A_TENANT - activeOf(tenant.id()));
        if (free <= 0 || !keys.isOpen(tenant)) {
            return counted;
        }
        return counted.compose(size -> outbox.due(tenant.id(), free))
                .onSuccess(due -> due.forEach(contact -> look(contact, tenant)))
                .mapEmpty();
    }

    /** Looks at a contact at once, where there is room; else when its turn comes. Completes with the look. */
    public Future<Void> take(Contact contact) {
        Optional<TenantConfig> tenant = served.get().stream()
                .filter(config -> config.id().equals(contact.tenant()))
                .findFirst()
                .filter(keys::isOpen);
        if (active.contains(contact)) {
            onceMore.add(contact);
            return Future.succeededFuture();
        }
        if (tenant.isEmpty() || stopping || active.size() >= MOST_AT_ONCE) {
            return outbox.enter(contact, Duration.ZERO);
        }
        return look(contact, tenant.get());
    }

    /**
     * The same for a contact whose token is to be written. ManyChat takes few fields a second, so these wait, and were they
     * all looked at as they come, there would be no room for words.
     */
    Future<Void> takeForToken(Contact contact) {
        return activeOf(contact.tenant()) < MOST_FOR_TOKENS ? take(contact) : outbox.enter(contact, Duration.ZERO);
    }

    /** Takes no further contacts. Completes once the calls in flight are over and the leases given back. */
    Future<Void> stop() {
        stopping = true;
        if (active.isEmpty()) {
            idle.tryComplete();
        }
        return idle.future();
    }

    private int activeOf(TenantId tenant) {
        return (int) active.stream()
                .filter(contact -> contact.tenant().equals(tenant))
                .count();
    }

    private Future<Void> look(Contact contact, TenantConfig tenant) {
        if (stopping || active.size() >= MOST_AT_ONCE || !active.add(contact)) {
            return Future.succeededFuture();
        }
        return work.look(contact, tenant)
                .recover(failure -> {
                    LOG.debug("a contact could not be looked at: {}", failure.getMessage());
                    return outbox.schedule(contact, LEASE);
                })
                .otherwiseEmpty()
                .eventually(() -> done(contact));
    }

    private Future<Void> done(Contact contact) {
        active.remove(contact);
        if (stopping && active.isEmpty()) {
            idle.tryComplete();
        }
        return onceMore.remove(contact) ? take(contact).otherwiseEmpty() : Future.succeededFuture();
    }
}
