package io.turngate.conversation;

import io.turngate.conversation.LaneListener.DuplicateKind;
import io.turngate.store.Admission.Duplicate;
import io.turngate.store.ConversationStore;
import io.turngate.store.Fingerprints;
import io.turngate.store.KeptAnswer;
import io.vertx.core.Future;
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
        Optional<Passage> first = local.find(duplicate.nonce());
        if (duplicate.answer().isPresent()) {
            replay(second, duplicate.answer().get());
        } else if (first.isPresent()) {
            inFlight(second);
            follow(second, first.get());
        } else {
            find(second, duplicate.nonce()).onComplete(asked -> {
                if (asked.succeeded() && asked.result().isPresent()) {
                    replay(second, asked.result().get());
                } else {
                    inFlight(second);
                    poll(second, duplicate.nonce());
                }
            });
        }
    }

    private void replay(Passage second, KeptAnswer answer) {
        listener.duplicate(DuplicateKind.REPLAYED);
        second.answered(Answers.replayed(answer));
    }

    private void inFlight(Passage second) {
        listener.duplicate(DuplicateKind.IN_FLIGHT);
        long deadlineTimer = vertx.setTimer(
                second.deadline().boundMillis(Long.MAX_VALUE),
                timer -> second.answered(Answers.silentDuplicate(Optional.empty())));
        second.answer().onComplete(done -> vertx.cancelTimer(deadlineTimer));
    }

    private Future<Optional<KeptAnswer>> find(Passage second, String nonce) {
        Fingerprints prints =
                second.isBound() ? second.fingerprints() : second.fingerprints().unbound();
        return store.findAnswer(second.contact(), nonce, prints, second.rules());
    }

    /** The first one is in this process: it costs Redis nothing to wait for it. */
    private static void follow(Passage second, Passage first) {
        first.answer().onSuccess(answer -> second.answered(settled(Answers.kept(answer, first.isHungUp()))));
    }

    private void poll(Passage second, String nonce) {
        vertx.setTimer(POLL_MILLIS, timer -> {
            if (second.answer().isComplete()) {
                return;
            }
            find(second, nonce).onComplete(asked -> {
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
