package io.turngate.store.redis;

import static io.turngate.testing.ConversationHarness.contact;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.conversation.Handled;
import io.turngate.core.Contact;
import io.turngate.core.Deadline;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.Turn;
import io.turngate.rules.Rules;
import io.turngate.store.Admission;
import io.turngate.store.Admission.Opened;
import io.turngate.store.Admission.Refused;
import io.turngate.store.Admission.Running;
import io.turngate.store.AgentTurn;
import io.turngate.store.AgentTurn.RunnerWork;
import io.turngate.store.Arrival;
import io.turngate.store.ContactView;
import io.turngate.store.ConversationStore;
import io.turngate.store.LaneRun;
import io.turngate.store.Settlement;
import io.turngate.store.Settlement.Carriage;
import io.turngate.store.Terms;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.RedisScan;
import io.turngate.testing.TestArrival;
import io.turngate.testing.TestRedis;
import io.turngate.testing.TestRules;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What any version of Redis has to do with the scripts. */
abstract class StoreContract {

    private static final Contact CONTACT = contact("1234567");
    private static final String TURNS = "tg:{school:1234567}:turns";
    private static final Rules RULES = new TestRules().build();

    @RegisterExtension
    final ConversationHarness chat = new ConversationHarness(redis());

    abstract TestRedis redis();

    @Test
    void aMessageIsKeptAsTheDocumentationSays() {
        LaneRun run = admit("n1", "¿Cuánto \"cuesta\"? / 👩‍👩‍👧\n", RULES);
        settle("n2", run, "120 EUR");

        JsonObject contacts = new JsonObject(members().get(0));
        JsonObject agents = new JsonObject(members().get(1));

        assertThat(members().get(0)).startsWith("{\"id\":\"" + chat.clock().getAsLong() + "-n1\",");
        assertThat(contacts.getMap().keySet()).containsExactly("id", "role", "text", "count", "rules");
        assertThat(contacts.getString("text")).isEqualTo("¿Cuánto \"cuesta\"? / 👩‍👩‍👧\n");
        assertThat(contacts.getInteger("count")).isEqualTo(1);
        assertThat(contacts.getString("rules")).isEqualTo(RULES.version());
        assertThat(agents.getMap().keySet())
                .containsExactly(
                        "id",
                        "role",
                        "text",
                        "at",
                        "to",
                        "outcome",
                        "runner",
                        "tokensIn",
                        "tokensOut",
                        "millis",
                        "history");
        assertThat(agents.getString("to")).isEqualTo(contacts.getString("id"));
        assertThat(agents.getLong("at")).isEqualTo(chat.clock().getAsLong());
    }

    @Test
    void aRepeatedAdmissionTakesEffectOnceAndSaysTheSame() {
        settle("x", admit("a", "first", RULES), "reply");
        chat.clock().advance(Duration.ofSeconds(1));
        LaneRun once = admit("b", "second", RULES);
        chat.clock().advance(Duration.ofSeconds(1));

        LaneRun again = admit("b", "second", RULES);

        assertThat(again.fence()).isEqualTo(once.fence());
        assertThat(again.entries().get(0).turnId())
                .isEqualTo(once.entries().get(0).turnId());
        assertThat(again.entries().get(0).count()).isEqualTo(2);
        assertThat(again.history().stream().map(Turn::text)).containsExactly("first", "reply");
        assertThat(members()).hasSize(3);
        assertThat(redis().call("STRLEN", "tg:{school:1234567}:rate")).isEqualTo(2 * 14L);
    }

    @Test
    void aRepeatedSettlementIsRecordedOnce() {
        LaneRun run = admit("a", "hello", RULES);
        settle("b", run, "hi");
        settle("b", run, "hi");
        assertThat(members()).hasSize(2);
    }

    @Test
    void aRepeatedOpeningTakesOnePlaceInTheHour() {
        Rules rules = new TestRules().ratePerHour(1).build();
        open("a", rules);
        assertThat(open("a", rules)).isInstanceOf(Opened.class);
        assertThat(open("b", rules)).isInstanceOf(Refused.class);
        assertThat(members()).hasSize(1);
    }

    @Test
    void fiftyMessagesAtOnceAreFiftyTurnsWithCountsOneToFiftyEachOnce() {
        chat.rules(new TestRules().cap(1_000));
        List<Handled> handled = chat.await(() -> Future.all(IntStream.rangeClosed(1, 50)
                        .mapToObj(i -> chat.post(ConversationHarness.CONTACT, "message " + i))
                        .toList()))
                .list();

        assertThat(handled.stream().map(each -> each.answer().turn()))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 50).boxed().toList());
        assertThat(members().stream().filter(member -> member.contains("\"role\":\"contact\"")))
                .hasSize(50);
        assertThat(members().stream().filter(member -> member.contains("\"role\":\"agent\"")))
                .hasSameSizeAs(chat.runner().requests());
    }

    @Test
    void scriptsThatTheServerForgotAreLoadedAgain() {
        chat.say("one");
        redis().call("SCRIPT", "FLUSH");
        assertThat(chat.say("two").outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(chat.say("three").turn()).isEqualTo(3);
    }

    @Test
    void aCommandThatComesTooLateIsRefusedByItsOwnDeadline() {
        List<String> call = new ArrayList<>(
                List.of("EVAL", Script.ADMIT.source(), "6", TURNS, tag("c"), tag("r"), tag("k"), tag("l"), tag("p")));
        call.addAll(List.of("", "gateway", "n", "v", "1", "24", "25", "", "38000", "e", "", "1000"));
        Object reply = redis().call(call.toArray(String[]::new));
        assertThat((List<?>) Objects.requireNonNull(reply)).first().isEqualTo("late");
        assertThat(RedisScan.keys(redis())).isEmpty();
    }

    @Test
    void noKeyIsWithoutExpiryButTurnsAndContact() {
        chat.rules(new TestRules().opening("start", "Welcome!").keywords("human"));
        List.of("start", "hello", "human").forEach(chat::say);
        chat.say("another/contact", "hello");
        assertThat(RedisScan.keys(redis())).anyMatch(key -> key.contains(":dup:"));
        assertThat(RedisScan.keysWithoutExpiry(redis()))
                .containsExactlyInAnyOrder(
                        TURNS,
                        "tg:{school:1234567}:contact",
                        "tg:{school:another%2Fcontact}:turns",
                        "tg:{school:another%2Fcontact}:contact");
    }

    @Test
    void anOperatorSeesTheContactAsTheNextMessageWouldFindThem() {
        assertThat(find()).isEmpty();
        chat.sayTimes(6, Duration.ofMinutes(1));
        ContactView view = find().orElseThrow();
        assertThat(view.count()).isEqualTo(6);
        assertThat(view.sinceMillis()).isEqualTo(chat.clock().getAsLong() - 300_000);
        assertThat(view.lastMessageMillis()).contains(chat.clock().getAsLong());
        assertThat(view.turns()).isEqualTo(12);
        assertThat(view.messagesThisHour()).isEqualTo(6);
        assertThat(view.history()).hasSize(10).last().extracting(Turn::text).isEqualTo("re: message 6");
        assertThat(view.keys())
                .containsExactly(
                        "tg:{school:1234567}:cap",
                        "tg:{school:1234567}:contact",
                        "tg:{school:1234567}:rate",
                        "tg:{school:1234567}:turns");
        redis().call("DEL", "tg:{school:1234567}:cap");
        assertThat(find().orElseThrow().count()).isEqualTo(6);
        chat.clock().advance(Duration.ofDays(2));
        ContactView later = find().orElseThrow();
        assertThat(later.count()).isZero();
        assertThat(later.lastMessageMillis()).contains(view.nowMillis());
    }

    @Test
    void lookingChangesNothing() {
        chat.say("hello");
        redis().call("DEL", "tg:{school:1234567}:cap");
        List<String> before = RedisScan.keys(redis());
        find();
        assertThat(RedisScan.keys(redis())).containsExactlyInAnyOrderElementsOf(before);
    }

    @Test
    void anOperatorsResetStartsTheCapAgainAndKeepsTheHistory() {
        assertThat(reset()).isEmpty();
        chat.sayTimes(27, Duration.ofMinutes(1));
        assertThat(chat.say("over").reason()).contains(Reason.TURN_CAP);

        assertThat(reset()).contains(chat.clock().getAsLong());

        assertThat(find().orElseThrow().count()).isZero();
        assertThat(find().orElseThrow().resetMillis()).contains(chat.clock().getAsLong());
        assertThat(redis().call("HGET", "tg:{school:1234567}:contact", "resetBy"))
                .isEqualTo("operator");
        var answer = chat.say("hello");
        assertThat(answer.outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(answer.turn()).isEqualTo(1);
        assertThat(answer.history()).isEqualTo(10);
        redis().call("DEL", "tg:{school:1234567}:cap");
        assertThat(chat.say("and once more").turn()).isEqualTo(2);
    }

    private static String tag(String kind) {
        return "tg:{school:1234567}:" + kind;
    }

    private LaneRun admit(String nonce, String text, Rules rules) {
        Admission admission = chat.await(() -> store().admit(arrival(nonce, text), terms(rules), deadline()));
        return ((Running) admission).run();
    }

    private static Arrival arrival(String nonce, String text) {
        return TestArrival.of(CONTACT, nonce, text);
    }

    private static Terms terms(Rules rules) {
        return new Terms(rules, ConversationHarness.LEASE, false);
    }

    private static Deadline deadline() {
        return Deadline.after(Duration.ofSeconds(8));
    }

    private Admission open(String nonce, Rules rules) {
        AgentTurn answer = new AgentTurn(
                CONTACT, nonce, "", List.of("Welcome!"), Outcome.ANSWERED, Optional.empty(), Optional.empty());
        return chat.await(() -> store().open(arrival(nonce, "start"), answer, terms(rules), deadline()));
    }

    private void settle(String nonce, LaneRun run, String text) {
        RunnerWork work = new RunnerWork("recording", 3, 5, 40, 0);
        AgentTurn turn = new AgentTurn(
                CONTACT,
                nonce,
                run.entries().get(0).turnId(),
                List.of(text),
                Outcome.ANSWERED,
                Optional.empty(),
                Optional.of(work));
        chat.await(() -> store().settle(
                        new Settlement(
                                CONTACT,
                                Optional.of(run.fence()),
                                List.of(turn),
                                Map.of(),
                                Carriage.ANSWERED,
                                Optional.empty()),
                        terms(new TestRules().build()),
                        deadline()));
    }

    private ConversationStore store() {
        return chat.redisStores().conversations();
    }

    private Optional<ContactView> find() {
        return chat.await(() -> chat.redisStores().ledger().find(CONTACT, chat.rules()));
    }

    private Optional<Long> reset() {
        return chat.await(() -> chat.redisStores().ledger().resetCap(CONTACT));
    }

    private List<String> members() {
        List<?> all = (List<?>) Objects.requireNonNull(redis().call("ZRANGE", TURNS, "0", "-1"));
        return all.stream().map(String::valueOf).toList();
    }
}
