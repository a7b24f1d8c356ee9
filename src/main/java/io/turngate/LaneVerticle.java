package io.turngate;

import io.turngate.conversation.LaneListener;
import io.turngate.conversation.LaneSweeper;
import io.turngate.conversation.LocalLanes;
import io.turngate.conversation.Pushes;
import io.turngate.core.Contact;
import io.turngate.store.Stores;
import io.turngate.store.Terms;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Looks after lanes, once in each gateway, over a connection of its own. */
final class LaneVerticle extends VerticleBase {

    private static final long INDEX_MILLIS = 25;
    private static final long SWEEP_MILLIS = 1_000;

    private final Function<Vertx, Stores> openStores;
    private final Lanes lanes;
    private @Nullable Stores stores;

    /** What the verticle looks after, and by which terms. */
    record Lanes(
            LocalLanes local,
            LaneListener listener,
            Pushes pushes,
            Function<Contact, Optional<Terms>> terms,
            Duration lease) {}

    LaneVerticle(Function<Vertx, Stores> openStores, Lanes lanes) {
        this.openStores = openStores;
        this.lanes = lanes;
    }

    @Override
    public Future<?> start() {
        Stores opened = openStores.apply(vertx);
        stores = opened;
        LaneSweeper sweeper = new LaneSweeper(
                opened.lanes(), lanes.local(), lanes.listener(), lanes.terms(), lanes.lease(), lanes.pushes()::due);
        vertx.setPeriodic(INDEX_MILLIS, timer -> sweeper.enterAndLeave());
        vertx.setPeriodic(SWEEP_MILLIS, timer -> sweeper.sweep());
        return opened.open().<Void>mapEmpty().otherwiseEmpty();
    }

    @Override
    public Future<?> stop() {
        return stores == null ? Future.succeededFuture() : stores.close();
    }
}
