package io.turngate.outbox;

import static io.turngate.testing.DeliveryNode.contact;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.TenantConfig;
import io.turngate.core.Sha256;
import io.turngate.manychat.api.ApiAnswer.Kind;
import io.turngate.store.Outbox.Claim;
import io.turngate.store.Tokens;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.DeliveryNode;
import io.turngate.testing.FakeManyChat;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestClock;
import io.turngate.testing.TestTenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tokens on a real Redis: minted, written, confirmed, tried again, given up. */
class TokenIT {

    private static final String CONTACT = "tg:{school:77}:contact";
    private static final String TURNS = "tg:{school:77}:turns";
    private static final String INDEX = "tg:{school}:outbox";
    private static final String START = "field 77 ai_token=";
    private static final long HOUR = Duration.ofHours(1).toMillis();

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    private final TestClock clock = new TestClock();
    private final FakeManyChat manyChat = new FakeManyChat();
    private final List<DeliveryNode> nodes = new ArrayList<>();

    @BeforeEach
    void aContactWantsAToken() {
        redis.call("HSET", CONTACT, "id", "abc", "tokenWanted", Long.toString(clock.getAsLong()));
        redis.call("ZADD", TURNS, Long.toString(clock.getAsLong()), "{\"id\":\"" + clock.getAsLong() + "-x\"}");
        redis.call("ZADD", INDEX, Long.toString(clock.getAsLong()), "77");
    }

    @AfterEach
    void closeAll() {
        nodes.forEach(DeliveryNode::close);
    }

    private DeliveryNode node(String name, TenantConfig tenant) {
        DeliveryNode node = new DeliveryNode(name, redis, clock, manyChat, tenant);
        nodes.add(node);
        return node;
    }

    private DeliveryNode node(String name) {
        return node(name, TestTenant.pushing().build());
    }

    private @Nullable Object field(String name) {
        return redis.call("HGET", CONTACT, name);
    }

    private List<String> tokens() {
        return manyChat.calls().stream()
                .filter(call -> call.startsWith(START))
                .map(call -> call.substring(START.length()))
                .toList();
    }

    private long lasts(String key) {
        return (Long) Objects.requireNonNull(redis.call("PTTL", key));
    }

    @Test
    void aTokenIsWrittenAndConfirmedAndOnlyItsDigestIsKept() {
        node("a").look("77");
        String token = tokens().get(0);
        assertThat(token).matches("[A-Za-z0-9_-]{43}");
        assertThat(field("token")).isEqualTo(Sha256.hex(token));
        assertThat(field("tokenConfirmed")).isEqualTo(Long.toString(clock.getAsLong()));
        assertThat(redis.call("HMGET", CONTACT, "tokenPending", "tokenWanted", "tokenBefore"))
                .asString()
                .isEqualTo("[null, null, null]");
        assertThat(redis.call("EXISTS", INDEX)).isEqualTo(0L);
        for (String key : RedisScan.keys(redis)) {
            assertThat(String.valueOf(redis.call("DUMP", key))).doesNotContain(token);
        }
    }

    @Test
    void aSecondTokenKeepsTheOneBefore() {
        node("a").look("77");
        redis.call("HSET", CONTACT, "tokenWanted", "1");
        nodes.get(0).look("77");
        assertThat(tokens()).hasSize(2).doesNotHaveDuplicates();
        assertThat(field("token")).isEqualTo(Sha256.hex(tokens().get(1)));
        assertThat(field("tokenBefore")).isEqualTo(Sha256.hex(tokens().get(0)));
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"TOO_FAST", "NOT_SENT", "UNCERTAIN"})
    void whatMayWorkLaterIsTriedAgainWithTheSameTokenAndByAnotherWithAnother(Kind kind) {
        manyChat.answering("field", kind);
        DeliveryNode node = node("a");
        node.look("77");
        assertThat(field("token")).isNull();
        assertThat(field("tokenPending")).isEqualTo(Sha256.hex(tokens().get(0)));
        assertThat(field("tokenTries")).isEqualTo("1");
        node.look("77");
        assertThat(tokens()).as("it is not time yet").hasSize(1);
        clock.advance(Duration.ofSeconds(2));
        node.look("77");
        assertThat(tokens()).hasSize(2).containsOnly(tokens().get(0));
        clock.advance(Duration.ofSeconds(30));
        node("b").look("77");
        clock.advance(Duration.ofSeconds(30));
        manyChat.answering(call -> FakeManyChat.answer(Kind.ACCEPTED));
        nodes.get(1).look("77");
        assertThat(tokens()).hasSize(4);
        assertThat(tokens().get(2)).isEqualTo(tokens().get(3)).isNotEqualTo(tokens().get(0));
        assertThat(field("token")).isEqualTo(Sha256.hex(tokens().get(3)));
    }

    @Test
    void atMostThreeDigestsWaitForTheirConfirmation() {
        manyChat.answering("field", Kind.NOT_SENT);
        for (int i = 0; i < 5; i++) {
            node("gateway" + i).look("77");
            clock.advance(Duration.ofSeconds(30));
        }
        List<String> newest =
                List.of(Sha256.hex(tokens().get(4)), Sha256.hex(tokens().get(3)), Sha256.hex(tokens().get(2)));
        assertThat(field("tokenPending")).isEqualTo(String.join(" ", newest));
    }

    @Test
    void anInventedContactIsErasedAfterAnHourUnlessManyChatComesToKnowThem() {
        manyChat.answering("field", Kind.NO_SUCH_CONTACT);
        node("a").look("77");
        assertThat(lasts(CONTACT)).isBetween(HOUR - 60_000, HOUR);
        assertThat(lasts(TURNS)).isBetween(HOUR - 60_000, HOUR);
        assertThat(field("tokenWanted")).isNull();
        assertThat(redis.call("EXISTS", INDEX)).isEqualTo(0L);

        manyChat.answering(call -> FakeManyChat.answer(Kind.ACCEPTED));
        redis.call("HSET", CONTACT, "tokenWanted", "1");
        nodes.get(0).look("77");
        assertThat(lasts(CONTACT)).isEqualTo(-1);
        assertThat(lasts(TURNS)).isEqualTo(-1);
    }

    @Test
    void whoHasBeenHereForLongerThanAnHourIsNotErased() {
        String before = Long.toString(clock.getAsLong() - HOUR);
        redis.call("ZADD", TURNS, before, "{\"id\":\"" + before + "-w\"}");
        manyChat.answering("field", Kind.NO_SUCH_CONTACT);
        node("a").look("77");
        assertThat(lasts(TURNS)).isEqualTo(-1);
        assertThat(lasts(CONTACT)).isEqualTo(-1);
        assertThat(field("tokenWanted")).isNull();
    }

    @Test
    void whoHadATokenIsNotErased() {
        redis.call("HSET", CONTACT, "token", "d".repeat(64));
        manyChat.answering("field", Kind.NO_SUCH_CONTACT);
        node("a").look("77");
        assertThat(lasts(CONTACT)).isEqualTo(-1);
        assertThat(field("tokenWanted")).isNull();
        assertThat(field("token")).isEqualTo("d".repeat(64));
    }

    @Test
    void aFieldThatIsNotThereEndsIt() {
        manyChat.answering("field", Kind.REFUSED);
        node("a").look("77");
        assertThat(redis.call("HMGET", CONTACT, "tokenWanted", "token"))
                .asString()
                .isEqualTo("[null, null]");
        assertThat(redis.call("EXISTS", INDEX)).isEqualTo(0L);
        assertThat(lasts(CONTACT)).isEqualTo(-1);
    }

    @Test
    void aTokenThatFailsDoesNotHoldUpPushesNorTheOtherWayRound() {
        String pending = "{\"texts\":[\"one\"],\"outcome\":\"answered\",\"at\":" + clock.getAsLong() + "}";
        redis.call("RPUSH", "tg:{school:77}:pending", pending);
        manyChat.answering("field", Kind.NOT_SENT);
        node("a").look("77");
        assertThat(manyChat.calls()).last().isEqualTo("content 77 whatsapp one");

        redis.call("RPUSH", "tg:{school:77}:pending", pending);
        clock.advance(Duration.ofSeconds(30));
        manyChat.answering("content", Kind.NOT_SENT);
        nodes.get(0).look("77");
        assertThat(field("token")).isNotNull();
        assertThat(redis.call("LLEN", "tg:{school:77}:pending")).isEqualTo(1L);
        assertThat(redis.call("ZSCORE", INDEX, "77")).isNotNull();
    }

    @Test
    void aTenantBoundBySecretGetsNone() {
        node("a", TestTenant.pushing().boundBySecret().build()).look("77");
        assertThat(manyChat.calls()).isEmpty();
        assertThat(field("tokenWanted")).isNull();
    }

    @Test
    void aContactThatWasErasedMeanwhileIsNotMadeAgain() {
        DeliveryNode node = node("a");
        Claim.Taken taken = (Claim.Taken) node.await(() -> node.outbox().claim(contact("77"), Delivery.LEASE));
        redis.call("DEL", CONTACT);
        assertThat(node.await(() -> node.outbox().tokens().mint(taken.lease(), "d".repeat(64))))
                .isFalse();
        node.await(() -> node.outbox().tokens().confirm(taken.lease(), "d".repeat(64)));
        assertThat(redis.call("EXISTS", CONTACT)).isEqualTo(0L);
    }

    @Test
    void whoLacksATokenIsFoundAndOnlyIfTheyWroteLately() {
        redis.call("HSET", "tg:{school:78}:contact", "id", "x", "token", "d");
        redis.call("ZADD", "tg:{school:78}:turns", Long.toString(clock.getAsLong()), "x");
        redis.call("HSET", "tg:{school:79}:contact", "id", "x");
        redis.call("ZADD", "tg:{school:79}:turns", Long.toString(clock.getAsLong() - 2 * HOUR), "x");
        DeliveryNode node = node("a");
        Tokens.Page page = node.await(
                () -> node.outbox().tokens().findWithout(ConversationHarness.TENANT, "", Duration.ofHours(1)));
        assertThat(page.contacts()).containsExactly(contact("77"));
        assertThat(page.next()).isEmpty();
        assertThat(node.await(() -> node.outbox().tokens().want(contact("79")))).isTrue();
        assertThat(node.await(() -> node.outbox().tokens().want(contact("78")))).isFalse();
        assertThat(node.await(() -> node.outbox().tokens().want(contact("80")))).isFalse();
        assertThat(redis.call("EXISTS", "tg:{school:80}:contact")).isEqualTo(0L);
    }
}
