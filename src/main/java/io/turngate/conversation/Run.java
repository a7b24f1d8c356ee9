package io.turngate.conversation;

import io.turngate.conversation.Batch.Ending;
import io.turngate.core.Deadline;
import io.turngate.core.Reason;
import io.turngate.runner.RunnerRequest;
import io.turngate.store.ConversationStore;
import io.turngate.store.KeptAnswer;
import io.turngate.store.LaneRun;
import io.turngate.store.LaneRun.Entry;
import io.turngate.store.Settlement;
import io.turngate.store.Settlement.Settled;
import io.turngate.store.Terms;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * One run from its beginning to its settlement. Where words can be pushed, callers who would have to wait too long are told
 * that the answer comes later, and the runner goes on.
 */
final class Run {

    private final Vertx vertx;
    private final ConversationStore store;
    private final LocalLanes local;
    private final RunLimits limits;
    private final Terms terms;
    private final LaneRun run;
    private final Passage newest;
    private final Predicate<Entry> isOpen;
    private final Batch batch;
    private final Deadline leaseEnd;
    private final Promise<Optional<Verdict>> verdict = Promise.promise();
    private Future<Void> acknowledgement = Future.succeededFuture();
    private boolean isAcknowledged;

    /**
     * @param terms by which it was begun
     * @param newest the passage that was given the run: judged by its snapshot, which is the newest
     */
    Run(
            Vertx vertx,
            ConversationStore store,
            LocalLanes local,
            RunLimits limits,
            Terms terms,
            LaneRun run,
            Passage newest) {
        this.vertx = vertx;
        this.store = store;
        this.local = local;
        this.limits = limits;
        this.terms = terms;
        this.run = run;
        this.newest = newest;
        this.leaseEnd = Deadline.after(limits.lease());
        this.isOpen = openness();
        this.batch = new Batch(run, terms.rules(), isOpen);
    }

    /**
     * Answers all its messages and settles it.
     *
     * @return whether words are left to be pushed; fails if it could not be settled
     */
    Future<Boolean> finish() {
        ask();
        return verdict.future()
                .compose(given -> acknowledgement.compose(told -> settle(given)))
                .map(Settled::isPushed);
    }

    private void ask() {
        if (batch.asked().isEmpty()) {
            verdict.complete(Optional.empty());
            return;
        }
        Optional<Entry> carrier = batch.carrier().or(() -> batch.newestAsked().filter(this::hasTime));
        if (isPatient()) {
            judge(Deadline.after(limits.modelAbort()));
            carrier.flatMap(entry -> local.find(entry.nonce())).ifPresent(this::acknowledgeInTime);
        } else if (carrier.isPresent()) {
            judge(deadline(carrier.get()));
        } else {
            verdict.complete(Optional.of(Verdict.escalated(terms.rules(), Reason.BUSY)));
        }
    }

    /** Whether the runner may take longer than a request. */
    private boolean isPatient() {
        return terms.canPush() || batch.isAnyTold();
    }

    private void judge(Deadline deadline) {
        List<String> texts = batch.asked().stream().map(Entry::text).toList();
        RunnerRequest request = new RunnerRequest(run.history(), texts, newest.addressee(), run.nowMillis());
        Judge.ask(newest.tenant(), request, deadline).map(Optional::of).onComplete(given -> {
            if (given.succeeded()) {
                verdict.tryComplete(given.result());
            } else {
                verdict.tryFail(given.cause());
            }
        });
    }

    private void acknowledgeInTime(Passage carrier) {
        if (verdict.future().isComplete()) {
            return;
        }
        long timer = vertx.setTimer(carrier.deadline().boundMillis(Long.MAX_VALUE), due -> acknowledge());
        verdict.future().onComplete(given -> vertx.cancelTimer(timer));
    }

    /** Nobody is told before Redis knows: else a gateway that takes the run over would not push it. */
    private void acknowledge() {
        acknowledgement = store.acknowledge(run, terms).onSuccess(kept -> {
            isAcknowledged = true;
            tellThatItComesLater();
        });
        acknowledgement.onFailure(verdict::tryFail);
    }

    /** The newest caller is told so in words, the others are silent. */
    private void tellThatItComesLater() {
        boolean isTold = false;
        for (int i = run.entries().size() - 1; i >= 0; i--) {
            Entry entry = run.entries().get(i);
            int count = entry.count();
            Answer answer = isTold ? Answers.silent(terms.rules(), count) : Answers.acknowledged(terms.rules(), count);
            isTold |= isAwaited(entry);
            local.find(entry.nonce()).ifPresent(passage -> passage.answered(answer));
        }
    }

    private boolean isAwaited(Entry entry) {
        return entry.gateway().equals(store.gateway())
                ? local.find(entry.nonce()).filter(Passage::isUnanswered).isPresent()
                : isOpen.test(entry);
    }

    private Future<Settled> settle(Optional<Verdict> given) {
        given.flatMap(Verdict::failure).ifPresent(newest::failed);
        Ending ending =
                new Ending(terms.canPush(), isAcknowledged, newest.message().liveChatUrl());
        Settlement settlement = batch.settle(given, ending);
        return attempt(settlement).onSuccess(settled -> {
            if (settled.isPushed()) {
                tellThatItComesLater();
            } else {
                settlement.answers().forEach(this::answer);
            }
        });
    }

    /** Words that nobody waits for are kept as long as the lease lasts. */
    private Future<Settled> attempt(Settlement settlement) {
        if (settlement.carriage() != Settlement.Carriage.PUSHED) {
            return store.settle(settlement, terms, newest.deadline());
        }
        return new Retrying(vertx)
                .until(
                        Duration.ofMillis(leaseEnd.remainingMillis()),
                        () -> store.settle(settlement, terms, newest.deadline()));
    }

    private void answer(String nonce, KeptAnswer kept) {
        local.find(nonce).ifPresent(passage -> passage.answered(Answers.of(kept)));
    }

    /** A caller who is gone may deliver the message again, and is then given what was found meanwhile. */
    private boolean hasTime(Entry entry) {
        return local.find(entry.nonce())
                .filter(passage -> passage.deadline().remainingMillis() > 0)
                .isPresent();
    }

    private Deadline deadline(Entry carrier) {
        return local.find(carrier.nonce())
                .map(Passage::deadline)
                .orElseGet(() -> Deadline.after(Duration.ofMillis(carrier.openMillis())));
    }

    /** Whether a request is still open: by its connection here, by its deadline elsewhere. */
    private Predicate<Entry> openness() {
        Deadline since = leaseEnd;
        return entry -> entry.gateway().equals(store.gateway())
                ? local.find(entry.nonce()).filter(Passage::isOpen).isPresent()
                : entry.openMillis() > since.elapsedMillis();
    }
}
