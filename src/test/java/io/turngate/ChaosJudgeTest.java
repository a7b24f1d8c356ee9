package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.ChaosJudge.Kind;
import io.turngate.ChaosJudge.Violation;
import io.turngate.ChaosRecord.Asked;
import io.turngate.ChaosRecord.Death;
import io.turngate.ChaosRecord.Said;
import io.turngate.ChaosRecord.Told;
import io.turngate.ChaosRecord.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each mistake that a chaos run looks for is found; what is allowed is not taken for one. */
class ChaosJudgeTest {

    private static final String HAND_OVER = "A colleague will write to you.";

    private final List<Said> said = new ArrayList<>();
    private final List<Turn> turns = new ArrayList<>();
    private final List<Asked> asked = new ArrayList<>();
    private final List<String> pushed = new ArrayList<>();
    private final List<String> dead = new ArrayList<>();
    private final List<Death> deaths = new ArrayList<>();
    private final List<String> left = new ArrayList<>();

    /** The first is answered, the second acknowledged and pushed, the third and fourth are answered together, the fifth is the last. */
    ChaosJudgeTest() {
        say(1, 10, told(12, "answered", "re c7m1"));
        say(2, 20, told(25, "acknowledged", "One moment"));
        say(3, 30, told(38, "silent", ""));
        say(4, 31, told(38, "answered", "re c7m4"));
        said.add(new Said("7", "c7m5", 50, List.of(told(52, "answered", "re c7m5")), true));
        turns.addAll(List.of(contact(1), agent(1), contact(2), pushedAgent(2), contact(3), contact(4), agent(4)));
        turns.addAll(List.of(contact(5), agent(5)));
        ask("A", 11, List.of("c7m1"), List.of());
        ask("B", 21, List.of("c7m2"), List.of("c7m1", "re c7m1"));
        ask("A", 35, List.of("c7m3", "c7m4"), List.of("c7m1", "re c7m1", "c7m2", "re c7m2"));
        List<String> before = List.of("c7m1", "re c7m1", "c7m2", "re c7m2", "c7m3", "c7m4", "re c7m4");
        ask("A", 51, List.of("c7m5"), before);
        pushed.add("re c7m2");
    }

    private void say(int number, long nanos, Told... answers) {
        said.add(new Said("7", "c7m" + number, nanos, List.of(answers), false));
    }

    private static Told told(long nanos, String outcome, String reply) {
        return new Told(nanos, outcome, "", reply);
    }

    private static Turn contact(int number) {
        return contact(number, number);
    }

    private static Turn contact(int number, int count) {
        return new Turn("t" + number, false, "c7m" + number, "", "", false, count);
    }

    private static Turn agent(int number) {
        return new Turn("a" + number, true, "re c7m" + number, "t" + number, "answered", false, 0);
    }

    private static Turn pushedAgent(int number) {
        return new Turn("a" + number, true, "re c7m" + number, "t" + number, "answered", true, 0);
    }

    private static Turn handOver(String id, int number) {
        return new Turn(id, true, HAND_OVER, "t" + number, "escalated", false, 0);
    }

    private void ask(String gateway, long nanos, List<String> messages, List<String> history) {
        asked.add(new Asked(gateway, nanos, history, messages));
    }

    private List<Violation> judge() {
        return ChaosJudge.judge(
                new ChaosRecord(said, Map.of("7", turns), asked, Map.of("7", pushed), dead, deaths, left));
    }

    private void assertThatItIs(Kind kind) {
        assertThat(judge()).extracting(Violation::kind).containsOnly(kind);
    }

    @Test
    void aRunInWhichAllIsWellIsFoundToBeSo() {
        assertThat(judge()).isEmpty();
    }

    @Test
    void aMessageThatWasTakenAndIsNotKeptIsLost() {
        say(6, 40, told(41, "acknowledged", "One moment"));
        assertThatItIs(Kind.LOST);
    }

    @Test
    void aMessageOfWhichASecondDeliverySaysThatItIsKnownIsLostToo() {
        say(6, 40, told(41, "duplicate", ""));
        assertThatItIs(Kind.LOST);
    }

    @Test
    void aMessageThatWasHandedOverForWantOfRedisNeedNotBeKept() {
        say(6, 40, new Told(41, "escalated", "state_unavailable", HAND_OVER));
        assertThat(judge()).isEmpty();
    }

    @Test
    void aMessageThatTheGatewayDidNotLookAtIsNotKept() {
        say(6, 40, new Told(41, "escalated", "overload", HAND_OVER));
        assertThat(judge()).isEmpty();
    }

    @Test
    void aMessageThatWasHandedOverForAnyOtherReasonIsKept() {
        say(6, 40, new Told(41, "escalated", "busy", HAND_OVER));
        assertThatItIs(Kind.LOST);
    }

    @Test
    void aMessageThatWasHandedOverForWantOfRedisDoesNotOvertakeOneThatWasTakenBeforeIt() {
        say(6, 60, told(61, "acknowledged", "One moment"));
        say(7, 62, new Told(63, "escalated", "state_unavailable", HAND_OVER));
        turns.add(contact(7, 6));
        turns.add(handOver("1-dead-7", 7));
        turns.add(contact(6, 7));
        turns.add(handOver("1-dead-6", 6));
        pushed.add(HAND_OVER);
        assertThatItIs(Kind.OUT_OF_ORDER);
    }

    @Test
    void aMessageThatIsKeptTwiceIsFound() {
        turns.add(new Turn("t6", false, "c7m5", "", "", false, 6));
        turns.add(handOver("1-dead-x", 6));
        assertThatItIs(Kind.KEPT_TWICE);
    }

    @Test
    void aMessageThatIsCountedTwiceIsFound() {
        turns.set(7, new Turn("t5", false, "c7m5", "", "", false, 6));
        assertThatItIs(Kind.KEPT_TWICE);
    }

    @Test
    void twoAnswersToAMessageAreFound() {
        turns.add(handOver("a6", 5));
        assertThatItIs(Kind.RUN_TWICE);
    }

    @Test
    void aModelThatIsAskedTwiceIsFound() {
        ask("B", 53, List.of("c7m5"), asked.get(3).history());
        assertThatItIs(Kind.RUN_TWICE);
    }

    @Test
    void aModelMayBeAskedAgainAfterTheDeathOfTheGatewayThatAskedFirstAndOfNoOther() {
        ask("B", 53, List.of("c7m5"), asked.get(3).history());
        deaths.add(new Death("B", 52));
        deaths.add(new Death("A", 50));
        deaths.add(new Death("A", 54));
        assertThatItIs(Kind.RUN_TWICE);
        deaths.add(new Death("A", 52));
        assertThat(judge()).isEmpty();
    }

    @Test
    void aReplyThatIsPushedTwiceIsFound() {
        pushed.add("re c7m2");
        assertThatItIs(Kind.PUSHED_TWICE);
    }

    @Test
    void aReplyThatIsGivenAndPushedIsFound() {
        turns.set(6, pushedAgent(4));
        pushed.add("re c7m4");
        assertThatItIs(Kind.PUSHED_TWICE);
    }

    @Test
    void aHandOverThatIsPushedTwiceIsFound() {
        turns.set(8, handOver("1-dead-x", 5));
        said.remove(4);
        pushed.add(HAND_OVER);
        assertThat(judge()).isEmpty();
        pushed.add(HAND_OVER);
        assertThatItIs(Kind.PUSHED_TWICE);
    }

    @Test
    void wordsThatWereOwedAndNotPushedAreFoundUnlessTheyAreADeadLetter() {
        pushed.clear();
        assertThatItIs(Kind.UNTOLD);
        dead.add("[id, [item, {\"turn\":\"a2\",\"texts\":[]}]]");
        assertThat(judge()).isEmpty();
    }

    @Test
    void whoWasToldToWaitIsOwedTheHandOverOfADeadGateway() {
        turns.set(3, handOver("1-dead-x", 2));
        turns.subList(4, turns.size()).clear();
        asked.subList(2, 4).clear();
        said.subList(2, said.size()).clear();
        pushed.clear();
        assertThatItIs(Kind.UNTOLD);
        pushed.add(HAND_OVER);
        assertThat(judge()).isEmpty();
    }

    @Test
    void pushesThatOvertakeEachOtherAreFound() {
        turns.set(8, pushedAgent(5));
        said.remove(4);
        pushed.add(0, "re c7m5");
        assertThatItIs(Kind.OUT_OF_ORDER);
    }

    @Test
    void messagesThatStandInAnotherOrderThanTheyWereTakenAreFound() {
        said.set(0, new Said("7", "c7m1", 60, said.get(0).told(), false));
        assertThatItIs(Kind.OUT_OF_ORDER);
    }

    @Test
    void messagesThatWereUnderWayAtATimeMayStandInAnyOrder() {
        said.set(2, new Said("7", "c7m3", 32, said.get(2).told(), false));
        assertThat(judge()).isEmpty();
    }

    @Test
    void aHistoryThatIsNotTheConversationIsFound() {
        asked.set(1, new Asked("B", 21, List.of("re c7m1"), List.of("c7m2")));
        assertThatItIs(Kind.OUT_OF_ORDER);
    }

    @Test
    void messagesThatWereRunTogetherAndDoNotStandTogetherAreFound() {
        asked.set(2, new Asked("A", 35, asked.get(2).history(), List.of("c7m4", "c7m3")));
        assertThatItIs(Kind.OUT_OF_ORDER);
    }

    @Test
    void aContactWhoIsNotAnsweredAnyMoreIsStuck() {
        said.set(4, new Said("7", "c7m5", 50, List.of(told(52, "acknowledged", "One moment")), true));
        turns.set(8, pushedAgent(5));
        pushed.add("re c7m5");
        assertThatItIs(Kind.STUCK);
    }

    @Test
    void aContactWhoseReplyIsPushedBehindTheHandOverOfADeadGatewayIsNotStuck() {
        aContactWhoIsNotAnsweredAnyMoreIsStuck();
        turns.set(6, handOver("1-dead-4", 4));
        asked.remove(3);
        ask("A", 51, List.of("c7m5"), List.of("c7m1", "re c7m1", "c7m2", "re c7m2", "c7m3", "c7m4", ""));
        pushed.add(1, HAND_OVER);
        assertThat(judge()).isEmpty();
    }

    @Test
    void aMessageThatIsKeptAndNeverAnsweredIsStuck() {
        turns.clear();
        turns.addAll(List.of(contact(1), contact(2), pushedAgent(2)));
        said.subList(2, 5).clear();
        asked.clear();
        assertThatItIs(Kind.STUCK);
    }

    @Test
    void aLaneThatIsLeftOverIsStuck() {
        left.add("tg:{school:7}:lane");
        assertThatItIs(Kind.STUCK);
    }
}
