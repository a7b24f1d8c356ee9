package io.turngate;

import io.turngate.ChaosRecord.Asked;
import io.turngate.testing.ModelAnswer;
import io.turngate.testing.ModelRequest;
import io.turngate.testing.ModelServer;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A model that takes a moment, and every eighth time longer than the reply deadline; keeps what it was asked. */
final class ChaosModel {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int SHORTEST_MILLIS = 100;
    private static final int SPREAD_MILLIS = 400;
    private static final int LONG_EVERY = 8;
    private static final int LONGER_MILLIS = (int) ChaosPlan.REPLY_DEADLINE.toMillis() + 100;

    private final Vertx vertx;
    private final long seed;
    private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
    private volatile boolean calm = true;

    ChaosModel(Vertx vertx, long seed) {
        this.vertx = vertx;
        this.seed = seed;
    }

    /** A server of its own for a gateway, so that it is known who asks. */
    ModelServer serverFor(String gateway) {
        return Blocking.await(ModelServer.start(vertx), LIMIT).answering(request -> answer(gateway, request));
    }

    /** Whether answers are always quick. */
    void calm(boolean quick) {
        calm = quick;
    }

    List<Asked> asked() {
        return List.copyOf(asked);
    }

    private ModelAnswer answer(String gateway, ModelRequest request) {
        List<String> messages = ChaosTexts.messages(request);
        asked.add(new Asked(gateway, System.nanoTime(), ChaosTexts.history(request), messages));
        String newest = messages.get(messages.size() - 1);
        int chance = Math.floorMod(Objects.hash(newest, seed) * 0x9E3779B9 >>> 8, SPREAD_MILLIS * LONG_EVERY);
        int shortest = !calm && chance < SPREAD_MILLIS ? LONGER_MILLIS : SHORTEST_MILLIS;
        return ModelAnswer.reply(ChaosRecord.REPLY + newest).slow(shortest + chance % SPREAD_MILLIS);
    }
}
