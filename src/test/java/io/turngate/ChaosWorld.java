package io.turngate;

import static org.awaitility.Awaitility.await;

import io.turngate.ChaosRecord.Death;
import io.turngate.core.Channel;
import io.turngate.emulator.ContactSpec;
import io.turngate.emulator.Emulator;
import io.turngate.emulator.EmulatorOptions;
import io.turngate.testing.ConfFolder;
import io.turngate.testing.EmulatedManyChat;
import io.turngate.testing.ModelWire;
import io.turngate.testing.RedisNode;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One Redis, ManyChat, a model and two gateway processes, each of which can be killed and started again. */
final class ChaosWorld implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final List<String> NAMES = List.of("A", "B");

    private static final JsonObject ROOMY = new JsonObject()
            .put("maxTurnsPerConversation", 1_000)
            .put("showAges", false)
            .put("rateLimit", new JsonObject().put("turnsPerSubscriberPerHour", 600))
            .put("budget", new JsonObject().put("dailyTokenCap", 1_000_000_000));

    /**
     * That Redis does not answer within a second when a gateway starts; and, from the client library, that a connection was reset
     * before it was handed to anybody who could listen.
     */
    private static final List<String> OF_REDIS_AWAY = List.of(
            "StartChecks - cannot connect to Redis",
            "RedisConnectionManager - Unhandled Error java.net.SocketException: Connection reset");

    private final Path folder = TestFolder.make("turngate-chaos");
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final List<ConfFolder> confs = new ArrayList<>();
    private final List<GatewayProcess> gateways = new ArrayList<>();
    private final List<Death> deaths = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private final RedisNode redis;
    private final Emulator manyChat;
    private final ChaosModel model;
    private final ChaosClient client;

    ChaosWorld(ChaosPlan plan) {
        manyChat = Blocking.await(Emulator.start(vertx, EmulatorOptions.STRICT), LIMIT);
        ChaosLoad.contacts(plan)
                .forEach(contact -> Blocking.await(manyChat.put(ContactSpec.of(contact, Channel.WHATSAPP)), LIMIT));
        model = new ChaosModel(vertx, plan.seed());
        client = new ChaosClient(vertx, this::token);
        try {
            redis = RedisNode.server(folder.resolve("redis"));
            redis.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (int i = 0; i < NAMES.size(); i++) {
            confs.add(conf(NAMES.get(i)));
            gateways.add(GatewayProcess.start(confs.get(i)));
            client.pointAt(i, gateways.get(i).port());
        }
    }

    private ConfFolder conf(String name) {
        ConfFolder conf = new ConfFolder(folder.resolve("conf-" + name), "redis://" + redis.address());
        conf.gateway("replyDeadlineMillis", ChaosPlan.REPLY_DEADLINE.toMillis());
        conf.gateway("modelAbortMillis", ChaosPlan.MODEL_ABORT.toMillis());
        conf.tenantWithKey("school", manyChat.apiToken().reveal(), manyChat.baseUrl());
        conf.wiring(
                "school",
                tenant -> tenant.put(
                        "handoff", new JsonObject().put("tag", "needs_human").put("field", "ai_reason")));
        conf.model("school", model.serverFor(name).runner(ModelWire.OPENAI, conf));
        conf.rules("school", ROOMY);
        return conf;
    }

    Vertx vertx() {
        return vertx;
    }

    RedisNode redis() {
        return redis;
    }

    Emulator manyChat() {
        return manyChat;
    }

    ChaosModel model() {
        return model;
    }

    ChaosClient client() {
        return client;
    }

    List<Death> deaths() {
        return List.copyOf(deaths);
    }

    /** What gateways logged at error, those that are gone included; but for what has to be said, or is not theirs to say. */
    List<String> errors() {
        List<String> all = new ArrayList<>(errors);
        gateways.forEach(gateway -> all.addAll(gateway.logged(" ERROR ")));
        return all.stream()
                .filter(line -> OF_REDIS_AWAY.stream().noneMatch(line::contains))
                .toList();
    }

    /** The token of a contact as it stands in ManyChat, empty without one. */
    String token(String contact) {
        return String.valueOf(manyChat.contact(contact).fields().getOrDefault(EmulatedManyChat.TOKEN_FIELD, ""));
    }

    /** kill -9. */
    void killGateway(int gateway) {
        GatewayProcess killed = gateways.get(gateway);
        killed.signal("KILL");
        killed.awaitExit();
        deaths.add(new Death(NAMES.get(gateway), System.nanoTime()));
        errors.addAll(killed.logged(" ERROR "));
        killed.close();
    }

    /** Starts another one in its place; returns when it serves. */
    void startGateway(int gateway) {
        gateways.set(gateway, GatewayProcess.start(confs.get(gateway)));
        client.pointAt(gateway, gateways.get(gateway).port());
    }

    /**
     * kill -9. While a flush to disk is under way Redis holds back what it writes to its file next, for up to two seconds,
     * and answers all the same: that would go with the process, as with a power cut. Such a moment is waited out.
     */
    void killRedis() {
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(1))
                .pollDelay(Duration.ZERO)
                .until(() -> {
                    String persistence = String.valueOf(redis.call("INFO", "persistence"));
                    return persistence.contains("aof_pending_bio_fsync:0")
                            && persistence.contains("aof_buffer_length:0");
                });
        redis.kill();
    }

    /** With the data it had, on the same port; returns when it answers. */
    void startRedis() {
        try {
            redis.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        gateways.forEach(GatewayProcess::close);
        EmulatedManyChat.note(manyChat);
        redis.close();
        Blocking.await(vertx.close(), LIMIT);
        TestFolder.delete(folder);
    }
}
