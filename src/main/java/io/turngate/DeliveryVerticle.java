package io.turngate;

import io.turngate.config.TenantConfig;
import io.turngate.manychat.api.HttpManyChatApi;
import io.turngate.outbox.Courier;
import io.turngate.outbox.Delivery;
import io.turngate.outbox.PushListener;
import io.turngate.store.Stores;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Brings to ManyChat what is in the outbox, once in each gateway, over a connection to Redis of its own. */
final class DeliveryVerticle extends VerticleBase {

    private static final long POLL_MILLIS = 500;

    private final Function<Vertx, Stores> openStores;
    private final Parts parts;
    private @Nullable Stores stores;
    private @Nullable HttpManyChatApi api;

    /**
     * What delivery needs of the gateway.
     *
     * @param courier takes what is due to this verticle
     * @param served the tenants in force
     * @param listener hears what becomes of calls
     * @param drain how long calls in flight may take at the end
     */
    record Parts(Courier courier, Supplier<Collection<TenantConfig>> served, PushListener listener, Duration drain) {}

    DeliveryVerticle(Function<Vertx, Stores> openStores, Parts parts) {
        this.openStores = openStores;
        this.parts = parts;
    }

    @Override
    public Future<?> start() {
        Stores opened = openStores.apply(vertx);
        stores = opened;
        HttpManyChatApi manyChat = new HttpManyChatApi(vertx, HttpManyChatApi.DEFAULT_LIMIT);
        api = manyChat;
        Delivery delivery =
                parts.courier().open(new Delivery.Parts(opened.outbox(), manyChat, parts.served(), parts.listener()));
        vertx.setPeriodic(POLL_MILLIS, timer -> delivery.poll());
        return opened.open().<Void>mapEmpty().otherwiseEmpty();
    }

    /** What is cut off by the end of the drain is found by others once its lease is over. */
    @Override
    public Future<?> stop() {
        return parts.courier()
                .close()
                .timeout(parts.drain().toMillis(), TimeUnit.MILLISECONDS)
                .otherwiseEmpty()
                .eventually(() -> api == null ? Future.succeededFuture() : api.close())
                .eventually(() -> stores == null ? Future.succeededFuture() : stores.close());
    }
}
