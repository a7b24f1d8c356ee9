package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.SteadyLoad.Answered;
import io.turngate.testing.RedisCluster;
import io.turngate.testing.RedisNode;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node of a Cluster goes, or a slot moves, in traffic; what lies elsewhere is not touched by it. */
class ClusterFailoverIT {

    private static final Duration WITHIN = Duration.ofSeconds(12);

    @RegisterExtension
    static final RedisCluster redis = RedisCluster.shared();

    @RegisterExtension
    final RunningGateway gateway = new RunningGateway(
            redis,
            conf -> conf.redis(redis.endpoint(1))
                    .redisTimeout(FailoverWatch.PATIENT_MILLIS)
                    .rules("school", FailoverWatch.ROOMY));

    @Test
    void aPrimaryIsKilledAndNothingThatWasAnsweredIsLost() {
        try (FailoverWatch watch = new FailoverWatch(gateway, redis)) {
            RedisNode killed = redis.primaries().get(0);
            Set<String> theirs = contactsOf(killed);
            long gone = System.nanoTime();
            killed.kill();
            watch.awaitReadiness("partly");
            watch.awaitAnswersTo(theirs, gone, WITHIN);
            watch.awaitReadiness("up");
            watch.stop();

            watch.everyoneWasToldSomethingAndNothingCountsTwice();
            theOthersWereAnswered(watch, theirs);
            assertThat(watch.lost()).isEmpty();
        }
    }

    @Test
    void theFirstNodeHangsAndNothingThatWasAnsweredIsLost() {
        try (FailoverWatch watch = new FailoverWatch(gateway, redis)) {
            RedisNode hung = redis.nodes().get(0);
            Set<String> theirs = redis.primaries().contains(hung) ? contactsOf(hung) : Set.of();
            long since = System.nanoTime();
            hung.suspend();
            watch.awaitAnswersTo(FailoverWatch.contacts(), since, WITHIN);
            watch.stop();

            hung.resume();
            watch.everyoneWasToldSomethingAndNothingCountsTwice();
            theOthersWereAnswered(watch, theirs);
            assertThat(watch.lost()).isEmpty();
        }
    }

    @Test
    void aPrimaryIsRestartedInPlace() throws Exception {
        try (FailoverWatch watch = new FailoverWatch(gateway, redis)) {
            RedisNode restarted = redis.primaries().get(1);
            Set<String> theirs = contactsOf(restarted);
            long since = System.nanoTime();
            restarted.restart();
            watch.awaitAnswersTo(theirs, since, WITHIN);
            watch.stop();

            watch.everyoneWasToldSomethingAndNothingCountsTwice();
            theOthersWereAnswered(watch, theirs);
        }
    }

    @Test
    void aSlotIsMovedAndNothingThatWasAnsweredIsLost() {
        try (FailoverWatch watch = new FailoverWatch(gateway, redis)) {
            String contact = FailoverWatch.contact(7);
            String key = "tg:{school:" + contact + "}:turns";
            RedisNode from = redis.primaryOf(key);
            RedisNode to = redis.primaries().stream()
                    .filter(node -> node != from)
                    .findFirst()
                    .orElseThrow();
            String slot = Integer.toString(redis.slotOf(key));
            to.call("CLUSTER", "SETSLOT", slot, "IMPORTING", RedisCluster.id(from));
            from.call("CLUSTER", "SETSLOT", slot, "MIGRATING", RedisCluster.id(to));
            watch.awaitMoreOf(contact, 2);
            redis.moveKeys(from, to, slot);
            redis.primaries().forEach(node -> node.call("CLUSTER", "SETSLOT", slot, "NODE", RedisCluster.id(to)));
            long moved = System.nanoTime();
            watch.awaitAnswersTo(FailoverWatch.contacts(), moved, WITHIN);
            watch.stop();

            assertThat(redis.primaryOf(key)).isSameAs(to);
            watch.everyoneWasToldSomethingAndNothingCountsTwice();
            theOthersWereAnswered(watch, Set.of(contact));
            assertThat(watch.answers(answer -> answer.sentNanos() > moved))
                    .filteredOn(answer -> !answer.isAnswered())
                    .isEmpty();
            assertThat(watch.lost()).isEmpty();
        }
    }

    private static Set<String> contactsOf(RedisNode primary) {
        return FailoverWatch.contacts().stream()
                .filter(contact -> redis.primaryOf("tg:{school:" + contact + "}:turns") == primary)
                .collect(Collectors.toSet());
    }

    private static void theOthersWereAnswered(FailoverWatch watch, Set<String> theirs) {
        assertThat(watch.answers(answer -> !theirs.contains(answer.contact())))
                .filteredOn(answer -> !answer.isAnswered())
                .extracting(Answered::contact)
                .isEmpty();
    }
}
