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
        if (duplicate.answer().isPresent()) {
            listener.duplicate(DuplicateKind.REPLAYED);
            second.answered(Answers.replayed(duplicate.answer().get()));
            return;
        }
        listener.duplicate(DuplicateKind.IN_FLIGHT);
        long deadlineTimer = vertx.setTimer(
                second.deadline().boundMillis(Long.MAX_VALUE),
                timer -> second.answered(Answers.silentDuplicate(Optional.empty())));
        second.answer().onComplete(done -> vertx.cancelTimer(deadlineTimer));
        local.find(duplicate.nonce())
                .ifPresentOrElse(first -> follow(second, first), () -> poll(second, duplicate.nonce()));
    }

    /** The first one is in this process: it costs Redis nothing to wait for it. */
    private static void follow(Passage second, Passage first) {
        first.answer().onSuccess(answer -> second.answered(settled(Answers.kept(answer, first.isHungUp()))));
    }

    private void poll(Passage second, String nonce) {
        Fingerprints prints =
                second.isBound() ? second.fingerprints() : second.fingerprints().unbound();
        vertx.setTimer(POLL_MILLIS, timer -> {
            if (second.answer().isComplete()) {
                return;
            }
            store.findAnswer(second.contact(), nonce, prints).onComplete(asked -> {
                if (asked.succeeded() && asked.result().isPresent()) {
                    second.answered(settled(asked.result().get()));
                } else {
                    poll(second, nonce);
                }
            });
        });
    }

    private static Answer settled(KeptAnswer first) {
        return first.hungUp() ? Answers.replayed(first) : Answers.silentDuplicate(Optional.of(first));
    }
}
