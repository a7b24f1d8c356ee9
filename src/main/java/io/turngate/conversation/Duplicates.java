package io.turngate.conversation;

import io.turngate.conversation.LaneListener.DuplicateKind;
import io.turngate.store.Admission.Duplicate;
import io.turngate.store.ConversationStore;
import io.turngate.store.Fingerprints;
import io.turngate.store.KeptAnswer;
import io.vertx.core.Vertx;
import java.util.Optional;

/**
 * Answers second deliveries. One whose first was answered gets that answer again; one whose first is under way is silent
 * once that is answered or at its own deadline, unless the first caller is gone: then it gets the answer.
 */
final class Duplicates {

    private static final long POLL_MILLIS = 500;

    private final Vertx vertx;
    private final ConversationStore store;
    private final LocalLanes local;
    private final LaneListener listener;

    Duplicates(Vertx vertx, ConversationStore store, LocalLanes local, LaneListener listener) {
        this.vertx = vertx;
        this.store = store;
        this.local = local;
        this.listener = listener;
    }

    void answer(Passage second, Duplicate duplicate) {
        boolean isBound = duplicate.marks().isBound();
        if (duplicate.answer().isPresent()) {
            listener.duplicate(DuplicateKind.REPLAYED);
            Answer answer = Answers.replayed(duplicate.answer().get());
            second.answered(isBound ? answer : answer.unbound());
            return;
        }
        listener.duplicate(DuplicateKind.IN_FLIGHT);
        long deadlineTimer = vertx.setTimer(second.deadline().boundMillis(Long.MAX_VALUE), timer -> {
            Answer answer = Answers.silentDuplicate(Optional.empty());
            second.answered(isBound ? answer : answer.unbound());
        });
        second.answer().onComplete(done -> vertx.cancelTimer(deadlineTimer));
        local.find(duplicate.nonce())
                .ifPresentOrElse(first -> follow(second, first), () -> poll(second, duplicate.nonce(), isBound));
    }

    /** The first one is in this process: it costs Redis nothing to wait for it. */
    private static void follow(Passage second, Passage first) {
        first.answer().onSuccess(answer -> {
            Answer found = settled(Answers.kept(answer, first.isHungUp()));
            second.answered(answer.bound() ? found : found.unbound());
        });
    }

    private void poll(Passage second, String nonce, boolean isBound) {
        Fingerprints prints =
                isBound ? second.fingerprints() : second.fingerprints().unbound();
        vertx.setTimer(POLL_MILLIS, timer -> {
            if (second.answer().isComplete()) {
                return;
            }
            store.findAnswer(second.contact(), nonce, prints).onComplete(asked -> {
                if (asked.succeeded() && asked.result().isPresent()) {
                    Answer found = settled(asked.result().get());
                    second.answered(isBound ? found : found.unbound());
                } else {
                    poll(second, nonce, isBound);
                }
            });
        });
    }

    private static Answer settled(KeptAnswer first) {
        return first.hungUp() ? Answers.replayed(first) : Answers.silentDuplicate(Optional.of(first));
    }
}
