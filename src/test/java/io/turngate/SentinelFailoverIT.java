package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.testing.RedisNode;
import io.turngate.testing.SentinelTrio;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A primary goes, in traffic, and another takes its place. */
class SentinelFailoverIT {

    private static final Duration WITHIN = Duration.ofSeconds(12);

    /** What the old primary may still be given once another has been made one. */
    private static final Duration STALE = Duration.ofSeconds(2);

    @RegisterExtension
    static final SentinelTrio redis = SentinelTrio.shared();

    @RegisterExtension
    final RunningGateway gateway = new RunningGateway(
            redis,
            conf -> conf.redis(redis.endpoint(1))
                    .redisTimeout(FailoverWatch.PATIENT_MILLIS)
                    .rules("school", FailoverWatch.ROOMY));

    @Test
    void aSentinelIsKilledAndThenThePrimaryAndNothingThatWasAnsweredIsLost() {
        try (FailoverWatch watch = new FailoverWatch(gateway, redis)) {
            RedisNode old = redis.primary();
            redis.sentinels().get(0).kill();
            long killed = System.nanoTime();
            old.kill();
            watch.awaitReadiness("down");
            watch.awaitAnswersTo(FailoverWatch.contacts(), killed, WITHIN);
            watch.awaitReadiness("up");
            watch.stop();

            assertThat(redis.primary()).isNotSameAs(old);
            watch.everyoneWasToldSomethingAndNothingCountsTwice();
            assertThat(watch.lost()).isEmpty();
        }
    }

    @Test
    void aSentinelHangsAndThenThePrimaryAndNothingThatWasAnsweredIsLost() {
        try (FailoverWatch watch = new FailoverWatch(gateway, redis)) {
            RedisNode old = redis.primary();
            redis.sentinels().get(2).suspend();
            long hung = System.nanoTime();
            old.suspend();
            watch.awaitAnswersTo(FailoverWatch.contacts(), hung, WITHIN);
            watch.stop();

            watch.everyoneWasToldSomethingAndNothingCountsTwice();
            assertThat(watch.lost()).isEmpty();
        }
    }

    @Test
    void aFailoverByHandLeavesTheOldPrimaryAtOnce() {
        try (FailoverWatch watch = new FailoverWatch(gateway, redis)) {
            RedisNode old = redis.primary();
            long ordered = System.nanoTime();
            redis.sentinels().get(1).call("SENTINEL", "FAILOVER", SentinelTrio.MASTER);
            await().atMost(WITHIN).until(() -> redis.primary() != old);
            long moved = System.nanoTime();
            watch.awaitMore(3 * FailoverWatch.CONTACTS);
            watch.stop();

            assertThat(watch.lost())
                    .as("what was answered on the old primary")
                    .allSatisfy(answer -> assertThat(answer.sentNanos())
                            .isBetween(ordered - Duration.ofSeconds(1).toNanos(), moved + STALE.toNanos()));
            assertThat(watch.answers(answer -> answer.sentNanos() > moved + STALE.toNanos()))
                    .filteredOn(answer ->
                            Long.valueOf(0).equals(redis.call("EXISTS", "tg:{school:" + answer.contact() + "}:lane")))
                    .as("contacts whose lane is not taken by a run whose end was lost")
                    .isNotEmpty()
                    .allSatisfy(answer -> assertThat(answer.isAnswered()).isTrue());
        }
    }

    @Test
    void aFailoverByHandThatPausesWritesFirstLosesNothing() {
        try (FailoverWatch watch = new FailoverWatch(gateway, redis)) {
            RedisNode old = redis.primary();
            old.call("CLIENT", "PAUSE", "10000", "WRITE");
            long ordered = System.nanoTime();
            redis.sentinels().get(1).call("SENTINEL", "FAILOVER", SentinelTrio.MASTER);
            watch.awaitAnswersTo(FailoverWatch.contacts(), ordered, WITHIN);
            watch.stop();

            assertThat(redis.primary()).isNotSameAs(old);
            watch.everyoneWasToldSomethingAndNothingCountsTwice();
            assertThat(watch.lost()).isEmpty();
        }
    }
}
