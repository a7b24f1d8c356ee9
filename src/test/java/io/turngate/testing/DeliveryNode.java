package io.turngate.testing;

import io.turngate.config.TenantConfig;
import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.manychat.api.ManyChatApi;
import io.turngate.outbox.Courier;
import io.turngate.outbox.Delivery;
import io.turngate.store.Outbox;
import io.turngate.store.redis.ContactClock;
import io.turngate.store.redis.RedisEndpoint;
import io.turngate.store.redis.RedisStores;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** One gateway's delivery in this process, for tests in which several serve the same contacts. */
public final class DeliveryNode implements AutoCloseable {

    private final Vertx vertx = Vertx.vertx();
    private final Context loop = vertx.getOrCreateContext();
    private final CountingPushListener listener = new CountingPushListener();
    private final RedisStores stores;
    private final Courier courier;
    private final Delivery delivery;
    private volatile TenantConfig tenant;

    public DeliveryNode(String name, RedisServer redis, TestClock clock, ManyChatApi api, TenantConfig tenant) {
        this(name, redis, ContactClock.of(clock), api, tenant);
    }

    public DeliveryNode(String name, RedisServer redis, ContactClock clock, ManyChatApi api, TenantConfig tenant) {
        RedisEndpoint endpoint =
                new RedisEndpoint(redis.uri(), Optional.empty(), Optional.empty(), Duration.ofSeconds(1));
        this.tenant = tenant;
        this.stores = ConversationHarness.stores(vertx, endpoint, clock, name);
        this.courier = new Courier(vertx, listener);
        await(stores::open);
        this.delivery = await(() -> Future.succeededFuture(
                courier.open(new Delivery.Parts(stores.outbox(), api, () -> List.of(this.tenant), listener))));
    }

    public static Contact contact(String id) {
        return new Contact(ConversationHarness.TENANT, new ContactId(id));
    }

    public void tenant(TenantConfig changed) {
        tenant = changed;
    }

    public Outbox outbox() {
        return stores.outbox();
    }

    public Courier courier() {
        return courier;
    }

    public CountingPushListener listener() {
        return listener;
    }

    /** Looks at a contact and waits for the end of that. */
    public void look(String contact) {
        await(() -> delivery.take(contact(contact)));
    }

    /** Begins to look at a contact. */
    public Future<Void> startToLook(String contact) {
        Promise<Void> promise = Promise.promise();
        loop.runOnContext(start -> delivery.take(contact(contact)).onComplete(promise));
        return promise.future();
    }

    /** Looks at the index once, as a gateway does twice a second. */
    public void poll() {
        await(() -> {
            delivery.poll();
            return Future.succeededFuture();
        });
    }

    public Future<Void> stop() {
        Promise<Void> promise = Promise.promise();
        loop.runOnContext(start -> courier.close().onComplete(promise));
        return promise.future();
    }

    public <T> T await(Supplier<Future<T>> work) {
        Promise<T> promise = Promise.promise();
        loop.runOnContext(start -> work.get().onComplete(promise));
        return LaneNode.get(promise.future());
    }

    /** Like kill -9 as far as others can see. */
    @Override
    public void close() {
        LaneNode.get(vertx.close());
    }
}
