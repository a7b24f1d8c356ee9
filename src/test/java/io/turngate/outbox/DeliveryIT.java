package io.turngate.outbox;

import static io.turngate.testing.DeliveryNode.contact;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfig.Handoff;
import io.turngate.config.TenantConfig.OnUncertain;
import io.turngate.conversation.Unsaid;
import io.turngate.core.Channel;
import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.Reason;
import io.turngate.manychat.api.ApiAnswer;
import io.turngate.manychat.api.ApiAnswer.Kind;
import io.turngate.store.DeadLetters.DeadLetter;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.DeliveryNode;
import io.turngate.testing.FakeManyChat;
import io.turngate.testing.LaneNode;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestClock;
import io.turngate.testing.TestTenant;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Delivery on a real Redis: order, progress, crashes at each point, fencing, back-off, dead letters. */
class DeliveryIT {

    private static final String PENDING = "tg:{school:77}:pending";
    private static final String INDEX = "tg:{school}:outbox";
    private static final Handoff EVERYTHING =
            new Handoff("needs_human", Optional.of("why"), Optional.of("chat"), Optional.of("content123"));

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    private final TestClock clock = new TestClock();
    private final FakeManyChat manyChat = new FakeManyChat();
    private final List<DeliveryNode> nodes = new ArrayList<>();

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

    private JsonObject item(String outcome, String... texts) {
        return new JsonObject()
                .put("turn", clock.getAsLong() + "-agent")
                .put("to", clock.getAsLong() + "-contact")
                .put("at", clock.getAsLong())
                .put("channel", "whatsapp")
                .put("texts", new JsonArray(List.of(texts)))
                .put("outcome", outcome);
    }

    private void leave(JsonObject item) {
        redis.call("RPUSH", PENDING, item.encode());
        redis.call("ZADD", INDEX, "LT", Long.toString(clock.getAsLong()), "77");
    }

    private List<JsonObject> pending() {
        return ((List<?>) Objects.requireNonNull(redis.call("LRANGE", PENDING, "0", "-1")))
                .stream().map(String::valueOf).map(JsonObject::new).toList();
    }

    private @Nullable Object score() {
        return redis.call("ZSCORE", INDEX, "77");
    }

    private List<DeadLetter> dead(DeliveryNode node) {
        return node.await(() -> node.outbox().deadLetters().list(ConversationHarness.TENANT, Optional.empty()));
    }

    @Test
    void wordsGoOutInTheirOrderAndThenTheHandOver() {
        leave(item("answered", "one", "two"));
        leave(item("escalated", "three").put("reason", "keyword").put("link", "https://chat.example/77"));
        DeliveryNode node = node("a", TestTenant.pushing().handoff(EVERYTHING).build());
        node.look("77");
        assertThat(manyChat.calls())
                .containsExactly(
                        "content 77 whatsapp one",
                        "content 77 whatsapp two",
                        "content 77 whatsapp three",
                        "removeTag 77 needs_human",
                        "addTag 77 needs_human",
                        "field 77 why=keyword",
                        "field 77 chat=https://chat.example/77",
                        "flow 77 content123");
        assertThat(redis.call("EXISTS", PENDING, INDEX, "tg:{school:77}:delivery"))
                .isEqualTo(0L);
        assertThat(dead(node)).isEmpty();
    }

    @Test
    void wordsThatAMessagePathOfAnEarlierVersionLeftAreDelivered() {
        redis.call(
                "RPUSH",
                PENDING,
                "{\"turn\":\"" + clock.getAsLong()
                        + "-dead-x\",\"to\":\"1-x\",\"role\":\"agent\",\"text\":\"A colleague will come.\",\"outcome\":\"escalated\",\"reason\":\"state_unavailable\"}");
        node("a").look("77");
        assertThat(manyChat.calls())
                .containsExactly(
                        "content 77 whatsapp A colleague will come.",
                        "removeTag 77 needs_human",
                        "addTag 77 needs_human");
    }

    @Test
    void aLongTextGoesOutInPiecesAndATryGoesOnAfterTheLastOneThatWasTaken() {
        leave(item("answered", "a".repeat(1_999) + " " + "b".repeat(2_000) + " " + "c".repeat(10)));
        manyChat.answering("content 77 whatsapp b", Kind.NOT_SENT);
        DeliveryNode node = node("a");
        node.look("77");
        assertThat(pending())
                .singleElement()
                .satisfies(item ->
                        assertThat(item.getJsonArray("texts")).containsExactly("b".repeat(2_000), "c".repeat(10)))
                .satisfies(item -> assertThat(item.getInteger("tries")).isEqualTo(1))
                .satisfies(item -> assertThat(item.containsKey("trying")).isFalse());
        manyChat.answering(call -> FakeManyChat.answer(Kind.ACCEPTED));
        node.look("77");
        assertThat(manyChat.calls()).as("it is not time yet").hasSize(2);
        clock.advance(Duration.ofSeconds(2));
        node("b").look("77");
        assertThat(manyChat.calls().stream().map(call -> call.charAt("content 77 whatsapp ".length())))
                .containsExactly('a', 'b', 'b', 'c');
        assertThat(redis.call("EXISTS", PENDING, INDEX)).isEqualTo(0L);
    }

    @ParameterizedTest
    @EnumSource(OnUncertain.class)
    void whoeverTakesOverAfterADeathInTheMiddleOfACallFollowsThePolicy(OnUncertain policy) {
        leave(item("answered", "one", "two", "three"));
        TenantConfig tenant = TestTenant.pushing().onUncertain(policy).build();
        manyChat.answering(
                call -> call.endsWith("two") ? Promise.<ApiAnswer>promise().future() : ok());
        DeliveryNode dying = node("dying", tenant);
        dying.startToLook("77");
        await().until(() -> manyChat.calls().size() == 2);
        manyChat.answering(call -> ok());
        DeliveryNode living = node("living", tenant);
        living.look("77");
        assertThat(manyChat.calls()).as("the lease lasts").hasSize(2);
        clock.advance(Delivery.LEASE);
        living.look("77");
        if (policy == OnUncertain.RESEND) {
            clock.advance(Duration.ofSeconds(2));
            living.look("77");
            assertThat(manyChat.calls())
                    .endsWith("content 77 whatsapp two", "content 77 whatsapp three")
                    .hasSize(4);
            assertThat(dead(living)).isEmpty();
            return;
        }
        assertThat(manyChat.calls().subList(2, manyChat.calls().size()))
                .containsExactly("content 77 whatsapp three", "removeTag 77 needs_human", "addTag 77 needs_human");
        assertThat(dead(living)).singleElement().satisfies(letter -> {
            assertThat(letter.reason()).isEqualTo("uncertain");
            assertThat(new JsonObject(letter.item()).getJsonArray("texts")).containsExactly("two");
        });
    }

    @Test
    void aCrowdThatWantsTokensDoesNotKeepWordsFromTheirTurn() {
        manyChat.answering(
                call -> call.startsWith("field") ? Promise.<ApiAnswer>promise().future() : ok());
        DeliveryNode node = node("a");
        for (int i = 1_000; i < 1_100; i++) {
            redis.call("HSET", "tg:{school:" + i + "}:contact", "id", "x", "tokenWanted", "1");
            Contact wanting = DeliveryNode.contact(Integer.toString(i));
            node.await(() -> node.courier().tokenWanted(wanting));
            clock.advance(Duration.ofMillis(130));
        }
        node.poll();
        await().until(() -> manyChat.calls().size() > 1);
        leave(item("answered", "one"));
        node.await(() -> node.courier().due(DeliveryNode.contact("77")));
        await().until(() -> manyChat.calls().contains("content 77 whatsapp one"));
    }

    @Test
    void aContactWhoIsRefusedAgainAndAgainIsHandedOverOnce() {
        DeliveryNode node = node("a");
        Contact contact = DeliveryNode.contact("77");
        for (int i = 0; i < 20; i++) {
            node.await(() -> node.courier().leave(contact, handOver(Reason.RATE_LIMITED)));
        }
        assertThat(pending()).hasSize(1);
        node.await(() -> node.courier().leave(contact, handOver(Reason.KEYWORD)));
        node.await(() -> node.courier().leave(contact, handOver(Reason.KEYWORD)));
        assertThat(pending()).hasSize(3);
    }

    private static Unsaid handOver(Reason reason) {
        return new Unsaid(Channel.WHATSAPP, List.of(), Optional.of(reason), false, Optional.empty());
    }

    @Test
    void nothingIsOpenForAContactWhoseIdIsNotManyChats() {
        TenantConfig tenant = TestTenant.pushing().build();
        DeliveryNode node = node("a", tenant);
        assertThat(node.courier().isOpen(tenant, new ContactId("9007199254740993")))
                .isTrue();
        for (String odd : List.of("+34600", "abc", "007", "5 ", "\u0665")) {
            assertThat(node.courier().isOpen(tenant, new ContactId(odd)))
                    .as(odd)
                    .isFalse();
        }
    }

    @Test
    void aLateHolderWritesNothingAnyMore() {
        leave(item("answered", "one", "two"));
        Promise<ApiAnswer> late = Promise.promise();
        manyChat.answering(call -> call.endsWith("one") ? late.future() : ok());
        DeliveryNode slow = node("slow");
        Future<Void> look = slow.startToLook("77");
        await().until(() -> manyChat.calls().size() == 1);
        clock.advance(Delivery.LEASE);
        DeliveryNode other = node("other");
        manyChat.answering(call -> Promise.<ApiAnswer>promise().future());
        other.startToLook("77");
        await().until(() -> manyChat.calls().size() == 2);
        List<JsonObject> before = pending();
        late.complete(new ApiAnswer(Kind.ACCEPTED, ""));
        LaneNode.get(look);
        assertThat(pending()).isEqualTo(before);
        assertThat(manyChat.calls()).hasSize(2);
        assertThat(redis.call("HGET", "tg:{school:77}:delivery", "gateway")).isEqualTo("other");
    }

    @Test
    void aDeathBeforeTheCallLosesNothing() {
        leave(item("answered", "one"));
        DeliveryNode dying = node("dying");
        dying.await(() -> dying.outbox().claim(contact("77"), Delivery.LEASE));
        DeliveryNode living = node("living");
        living.look("77");
        assertThat(manyChat.calls()).isEmpty();
        clock.advance(Delivery.LEASE);
        living.look("77");
        assertThat(manyChat.calls()).containsExactly("content 77 whatsapp one");
        assertThat(dead(living)).isEmpty();
    }

    @Test
    void whatOneGatewayPutsOffTheOthersPutOffToo() {
        leave(item("answered", "one"));
        manyChat.answering("content", Kind.TOO_FAST);
        node("a").look("77");
        assertThat(Double.parseDouble(String.valueOf(score())))
                .isBetween(clock.getAsLong() + 500.0, clock.getAsLong() + 2_000.0);
        manyChat.answering(call -> ok());
        DeliveryNode other = node("b");
        other.poll();
        other.look("78");
        assertThat(manyChat.calls()).hasSize(1);
        clock.advance(Duration.ofSeconds(2));
        await().until(() -> {
            other.poll();
            return manyChat.calls().size() == 2;
        });
        await().until(() -> score() == null);
        assertThat(nodes.get(0).listener().events()).contains("sendContent TOO_FAST");
    }

    @Test
    void outsideTheWindowTheRestIsADeadLetterAndAPersonIsCalled() {
        leave(item("answered", "one", "two"));
        leave(item("answered", "three"));
        manyChat.answering("content 77 whatsapp two", Kind.OUTSIDE_WINDOW);
        DeliveryNode node = node("a");
        node.look("77");
        assertThat(manyChat.calls())
                .containsExactly(
                        "content 77 whatsapp one",
                        "content 77 whatsapp two",
                        "removeTag 77 needs_human",
                        "addTag 77 needs_human",
                        "content 77 whatsapp three");
        assertThat(dead(node)).singleElement().satisfies(letter -> {
            assertThat(letter.reason()).isEqualTo("outside_window");
            assertThat(letter.contact()).isEqualTo(contact("77"));
            assertThat(letter.atMillis()).isEqualTo(clock.getAsLong());
            assertThat(new JsonObject(letter.item()).getJsonArray("texts")).containsExactly("two");
        });
        assertThat(node.listener().events()).contains("dead outside_window");
    }

    @Test
    void aContactWhomManyChatDoesNotKnowIsNotTagged() {
        leave(item("escalated", "one"));
        manyChat.answering("content", Kind.NO_SUCH_CONTACT);
        DeliveryNode node = node("a");
        node.look("77");
        assertThat(manyChat.calls()).containsExactly("content 77 whatsapp one");
        assertThat(dead(node)).extracting(DeadLetter::reason).containsExactly("no_such_contact");
        assertThat(redis.call("EXISTS", PENDING)).isEqualTo(0L);
    }

    @Test
    void aTagThatCannotBeSetDoesNotGoRoundInCircles() {
        leave(item("answered", "one"));
        manyChat.answering(call -> FakeManyChat.answer(Kind.REFUSED));
        DeliveryNode node = node("a");
        node.look("77");
        assertThat(manyChat.calls()).hasSize(3);
        assertThat(dead(node)).extracting(DeadLetter::reason).containsExactly("refused");
        assertThat(redis.call("EXISTS", PENDING)).isEqualTo(0L);
    }

    @Test
    void aStepThatIsRefusedDoesNotKeepTheOthersFromBeingMade() {
        leave(item("escalated").put("reason", "keyword"));
        manyChat.answering("field", Kind.REFUSED);
        DeliveryNode node = node("a", TestTenant.pushing().handoff(EVERYTHING).build());
        node.look("77");
        assertThat(manyChat.calls()).contains("flow 77 content123");
        assertThat(dead(node))
                .singleElement()
                .satisfies(letter -> assertThat(new JsonObject(letter.item()).getJsonArray("steps"))
                        .containsExactly("field"));
    }

    @Test
    void afterADayItIsTooLate() {
        leave(item("answered", "one"));
        clock.advance(Duration.ofHours(24).plusMillis(1));
        DeliveryNode node = node("a");
        node.look("77");
        assertThat(manyChat.calls()).containsExactly("removeTag 77 needs_human", "addTag 77 needs_human");
        assertThat(dead(node)).extracting(DeadLetter::reason).containsExactly("expired");
    }

    @Test
    void exactlyADayIsNotTooLate() {
        leave(item("answered", "one"));
        clock.advance(Duration.ofHours(24));
        node("a").look("77");
        assertThat(manyChat.calls()).containsExactly("content 77 whatsapp one");
    }

    @Test
    void whatCannotBeReadIsKeptAndDoesNotHoldUpTheRest() {
        redis.call(
                "RPUSH",
                PENDING,
                "{",
                "{\"texts\":\"one\"}",
                "{\"texts\":[null]}",
                "{\"texts\":[\"x\"],\"at\":\"y\"}",
                "[]");
        leave(item("answered", "one"));
        DeliveryNode node = node("a");
        node.look("77");
        assertThat(manyChat.calls()).containsExactly("content 77 whatsapp one");
        assertThat(dead(node)).extracting(DeadLetter::reason).hasSize(5).containsOnly("unreadable");
    }

    @Test
    void aWrongKeyStopsTheTenantAndTheContactsStay() {
        leave(item("answered", "one"));
        redis.call("RPUSH", "tg:{school:78}:pending", item("answered", "two").encode());
        redis.call("ZADD", INDEX, "1", "78");
        manyChat.answering(call -> FakeManyChat.answer(Kind.WRONG_KEY));
        DeliveryNode node = node("a");
        node.look("77");
        TenantConfig tenant = TestTenant.pushing().build();
        assertThat(node.courier().isOpen(tenant, new ContactId("77"))).isFalse();
        assertThat(node.courier().states()).containsValue(false);
        assertThat(pending())
                .singleElement()
                .satisfies(item -> assertThat(item.containsKey("trying")).isFalse());
        node.poll();
        node.look("78");
        node.poll();
        assertThat(manyChat.calls()).containsExactly("content 77 whatsapp one");
        assertThat(redis.call("ZCARD", INDEX)).isEqualTo(2L);

        manyChat.answering(call -> ok());
        node.tenant(TestTenant.pushing().version("v2").build());
        assertThat(node.courier().isOpen(TestTenant.pushing().version("v2").build(), new ContactId("77")))
                .isTrue();
        clock.advance(Delivery.CLOSED_LOOK);
        await().until(() -> {
            node.poll();
            return Long.valueOf(0).equals(redis.call("EXISTS", INDEX));
        });
        assertThat(manyChat.calls()).contains("content 78 whatsapp two").hasSize(3);
        assertThat(node.courier().states()).containsValue(true);
    }

    @Test
    void atMostFiftyFlowsAtOnceAndTheRestIsLeftOut() {
        TenantConfig tenant = TestTenant.pushing()
                .handoff(new Handoff("t", Optional.empty(), Optional.empty(), Optional.of("flow1")))
                .build();
        DeliveryNode node = node("a", tenant);
        for (int i = 0; i < 50; i++) {
            assertThat(node.await(() -> node.outbox().pace().takeFlow(contact("77"))))
                    .isTrue();
        }
        leave(item("escalated").put("steps", new JsonArray(List.of("flow", "addTag"))));
        node.look("77");
        assertThat(manyChat.calls()).containsExactly("addTag 77 t");
        assertThat(node.listener().events()).contains("flow skipped");
        assertThat(dead(node)).isEmpty();
    }

    @Test
    void aGatewayThatStopsFinishesItsCallAndLeavesTheRestToOthersAtOnce() {
        leave(item("answered", "one", "two"));
        Promise<ApiAnswer> held = Promise.promise();
        manyChat.answering(call -> call.endsWith("one") ? held.future() : ok());
        DeliveryNode stopping = node("stopping");
        stopping.startToLook("77");
        await().until(() -> manyChat.calls().size() == 1);
        Future<Void> stopped = stopping.stop();
        held.complete(new ApiAnswer(Kind.ACCEPTED, ""));
        LaneNode.get(stopped);
        assertThat(manyChat.calls()).hasSize(1);
        node("other").look("77");
        assertThat(manyChat.calls()).containsExactly("content 77 whatsapp one", "content 77 whatsapp two");
    }

    @Test
    void theCourierEntersTheContactAndDeliversAtOnce() {
        redis.call("RPUSH", PENDING, item("answered", "one").encode());
        DeliveryNode node = node("a");
        node.await(() -> node.courier().due(contact("77")));
        await().until(() -> manyChat.calls().size() == 1 && score() == null);
    }

    @Test
    void theIndexCanBeBuiltAgain() {
        leave(item("answered", "one"));
        redis.call(
                "RPUSH",
                "tg:{school:%2B34%20600}:pending",
                item("answered", "two").encode());
        redis.call("HSET", "tg:{school:79}:contact", "id", "x", "tokenWanted", "1");
        redis.call("HSET", "tg:{school:80}:contact", "id", "y");
        redis.call("RPUSH", "tg:{school-b:81}:pending", "{}");
        redis.call("DEL", INDEX);
        DeliveryNode node = node("a");
        assertThat(node.await(() -> node.outbox().rebuild(ConversationHarness.TENANT)))
                .isEqualTo(3);
        assertThat(redis.call("ZRANGE", INDEX, "0", "-1")).isEqualTo(List.of("+34 600", "77", "79"));
        assertThat(node.await(() -> node.outbox().list(ConversationHarness.TENANT)))
                .hasSize(3);
    }

    private static Future<ApiAnswer> ok() {
        return FakeManyChat.answer(Kind.ACCEPTED);
    }
}
