package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.Channel;
import io.turngate.emulator.ContactSpec;
import io.turngate.emulator.Emulator;
import io.turngate.emulator.EmulatorOptions;
import io.turngate.testing.ConfFolder;
import io.turngate.testing.EmulatedManyChat;
import io.turngate.testing.RedisServer;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands about the outbox and about tokens, on a real Redis and with an emulated ManyChat. */
class OutboxCommandIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String DEAD = "tg:{academy}:dead";
    private static final String PENDING = "tg:{academy:77}:pending";

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @TempDir
    Path temporary;

    private final Vertx vertx = Vertx.vertx();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Emulator manyChat;
    private ConfFolder conf;

    @BeforeEach
    void start() {
        manyChat = Blocking.await(Emulator.start(vertx, EmulatorOptions.STRICT), LIMIT);
        conf = new ConfFolder(temporary, redis.uri());
        conf.tenantWithKey("academy", manyChat.apiToken().reveal(), manyChat.baseUrl());
    }

    @AfterEach
    void stop() {
        EmulatedManyChat.note(manyChat);
        Blocking.await(vertx.close(), LIMIT);
    }

    private int run(String... words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine line = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true));
        String[] all = List.of(words).toArray(new String[words.length + 2]);
        all[words.length] = "--conf";
        all[words.length + 1] = temporary.toString();
        return line.execute(all);
    }

    private static String item(String text, long at) {
        return new JsonObject()
                .put("texts", List.of(text))
                .put("outcome", "answered")
                .put("at", at)
                .put("tries", 3)
                .encode();
    }

    private static String bury(String text) {
        return String.valueOf(redis.call(
                "XADD", DEAD, "*", "contact", "77", "reason", "expired", "at", "1772442000000", "item", item(text, 1)));
    }

    @Test
    void anEmptyOutboxIsSaidToBeSo() {
        assertThat(run("outbox", "academy")).isZero();
        assertThat(out.toString().lines()).containsExactly("nothing is to be delivered", "no dead letters");
    }

    @Test
    void itShowsWhoWaitsAndWhatIsDeadAndTextsOnlyIfAsked() {
        redis.call("RPUSH", PENDING, item("secret words", 1_772_442_000_000L), item("more", 1));
        redis.call("ZADD", "tg:{academy}:outbox", "1772442001000", "77");
        redis.call("HSET", "tg:{academy:78}:contact", "id", "x", "tokenWanted", "1");
        redis.call("ZADD", "tg:{academy}:outbox", "1772442002000", "78");
        String id = bury("dead words");
        assertThat(run("outbox", "academy")).isZero();
        assertThat(out.toString().lines())
                .containsExactly(
                        "contact 77: 2 pending, next look 2026-03-02T09:00:01Z, oldest of 2026-03-02T09:00:00Z",
                        "contact 78: 0 pending, a token is wanted, next look 2026-03-02T09:00:02Z",
                        "dead letters:",
                        "  " + id + "  contact 77  expired  2026-03-02T09:00:00Z  answered");
        assertThat(run("outbox", "academy", "--texts")).isZero();
        assertThat(out.toString()).contains("    secret words").contains("    dead words");
        assertThat(run("outbox", "academy", "--json")).isZero();
        JsonObject json = new JsonObject(out.toString());
        assertThat(json.encode()).doesNotContain("words");
        assertThat(json.getJsonArray("contacts").getJsonObject(0).getInteger("pending"))
                .isEqualTo(2);
        assertThat(json.getJsonArray("dead").getJsonObject(0).getString("id")).isEqualTo(id);
    }

    @Test
    void retryPutsALetterBackAsNew() {
        String id = bury("once more");
        bury("stays");
        assertThat(run("outbox", "academy", "retry", id)).isZero();
        assertThat(out.toString().strip()).isEqualTo(id + " put back");
        assertThat(redis.call("XLEN", DEAD)).isEqualTo(1L);
        JsonObject back = new JsonObject(String.valueOf(redis.call("LINDEX", PENDING, "0")));
        assertThat(back.getJsonArray("texts")).containsExactly("once more");
        assertThat(back.containsKey("tries")).isFalse();
        assertThat(back.getLong("at")).isGreaterThan(1_772_442_000_000L);
        assertThat(redis.call("ZSCORE", "tg:{academy}:outbox", "77")).isNotNull();
        assertThat(run("outbox", "academy", "retry", id)).isEqualTo(1);
        assertThat(err.toString()).startsWith("turngate: tenant academy has no dead letter " + id);
    }

    @Test
    void allAreRetriedInTheirOrderAndWhatCannotBeReadStays() {
        bury("one");
        redis.call("XADD", DEAD, "*", "contact", "77", "reason", "unreadable", "at", "1", "item", "{");
        bury("two");
        assertThat(run("outbox", "academy", "retry", "--all")).isZero();
        assertThat(out.toString().strip()).isEqualTo("2 dead letters put back");
        assertThat(((List<?>) Objects.requireNonNull(redis.call("LRANGE", PENDING, "0", "-1")))
                        .stream()
                                .map(json -> new JsonObject(String.valueOf(json))
                                        .getJsonArray("texts")
                                        .getString(0)))
                .containsExactly("one", "two");
        assertThat(redis.call("XLEN", DEAD)).isEqualTo(1L);
        assertThat(run("outbox", "academy", "drop", "--all")).isZero();
        assertThat(redis.call("XLEN", DEAD)).isEqualTo(0L);
    }

    @Test
    void rebuildFindsWhatTheIndexLacks() {
        redis.call("RPUSH", PENDING, item("x", 1));
        assertThat(run("outbox", "academy", "rebuild")).isZero();
        assertThat(out.toString().strip()).isEqualTo("1 contact is in the index");
        assertThat(redis.call("ZSCORE", "tg:{academy}:outbox", "77")).isNotNull();
    }

    @Test
    void aCommandLineThatMakesNoSenseIsRefused() {
        assertThat(run("outbox", "academy", "retry")).isEqualTo(2);
        assertThat(run("outbox", "academy", "retry", "1-1", "--all")).isEqualTo(2);
        assertThat(run("outbox", "academy", "drop", "everything")).isEqualTo(2);
        assertThat(run("outbox", "academy", "burn")).isEqualTo(2);
        assertThat(run("outbox", "academy", "rebuild", "--all")).isEqualTo(2);
        assertThat(run("outbox", "nobody")).isEqualTo(2);
    }

    private void contacts(int known, int unknown) {
        String now = Long.toString(System.currentTimeMillis());
        for (int i = 0; i < known + unknown; i++) {
            redis.call("HSET", "tg:{academy:10" + i + "}:contact", "id", "x" + i);
            redis.call("ZADD", "tg:{academy:10" + i + "}:turns", now, "turn");
            if (i < known) {
                Blocking.await(manyChat.put(ContactSpec.of("10" + i, Channel.WHATSAPP)), LIMIT);
            }
        }
    }

    @Test
    void everyContactGetsATokenAndASecondTimeNoneIsNeeded() {
        contacts(10, 0);
        assertThat(run("tokens", "backfill", "academy", "--check")).isEqualTo(1);
        assertThat(out.toString().lines()).last().isEqualTo("10 without a token");
        assertThat(run("tokens", "backfill", "academy")).as("%s", err).isZero();
        assertThat(out.toString().lines()).last().isEqualTo("10 without a token, 10 given one, 0 could not be");
        assertThat(redis.call("HEXISTS", "tg:{academy:103}:contact", "token")).isEqualTo(1L);
        assertThat(redis.call("EXISTS", "tg:{academy}:outbox")).isEqualTo(0L);
        assertThat(run("tokens", "backfill", "academy", "--check")).isZero();
        assertThat(out.toString().lines()).last().isEqualTo("0 without a token");
    }

    @Test
    void whomManyChatDoesNotKnowCannotBeGivenOne() {
        contacts(1, 1);
        assertThat(run("tokens", "backfill", "academy")).isEqualTo(1);
        assertThat(out.toString().lines()).last().isEqualTo("2 without a token, 1 given one, 1 could not be");
    }

    @Test
    void aWrongKeyOrATenantWithoutTokensCannotBegin() {
        contacts(1, 0);
        conf.tenantWithKey("academy", "1:" + "0".repeat(32), manyChat.baseUrl());
        assertThat(run("tokens", "backfill", "academy")).isEqualTo(2);
        assertThat(err.toString().strip()).isEqualTo("turngate: ManyChat refuses the API key");
        assertThat(run("tokens", "backfill", "school")).isEqualTo(2);
        assertThat(err.toString()).startsWith("turngate: tenant school is not bound by tokens");
    }
}
