package io.turngate.conversation;

import io.turngate.core.Reason;
import io.turngate.rules.Decision;
import io.turngate.rules.Gates;
import io.turngate.runner.RunnerRequest;
import io.turngate.store.Admission.Unbound;
import io.turngate.store.ConversationStore;
import io.turngate.store.ConversationStore.UnboundReply;
import io.turngate.store.Terms;
import io.vertx.core.Future;
import java.util.List;

/**
 * Answers messages whose requests do not speak for their contact: each from itself alone, beside the contact's lane, without
 * history, and by nothing but the answer to its request.
 */
final class UnboundMessages {

    private final ConversationStore store;

    UnboundMessages(ConversationStore store) {
        this.store = store;
    }

    void answer(Passage passage, Unbound admission, Terms terms) {
        Future.<Void>succeededFuture()
                .compose(begun -> judge(passage))
                .compose(verdict -> keep(passage, admission, terms, verdict))
                .onSuccess(passage::answered)
                .onFailure(failure -> {
                    passage.failed(Failures.known(failure));
                    passage.answered(Answers.refused(passage.rules(), Reason.STATE_UNAVAILABLE));
                });
    }

    /** It has no stretch, so the cap says nothing of it. */
    private static Future<Verdict> judge(Passage passage) {
        Message message = passage.message();
        boolean isMedia = message.media() != Message.Media.NONE;
        Decision decision = Gates.judge(passage.rules(), 0, message.text(), isMedia);
        if (decision instanceof Decision.Escalate escalate) {
            return Future.succeededFuture(Verdict.escalated(passage.rules(), escalate.reason()));
        }
        if (decision instanceof Decision.AnswerMedia media) {
            return Future.succeededFuture(Verdict.media(media.text()));
        }
        // Without a history no age is told, so the gateway's own clock is good enough.
        RunnerRequest request =
                new RunnerRequest(List.of(), List.of(message.text()), passage.addressee(), System.currentTimeMillis());
        return Judge.ask(passage.tenant(), request, passage.deadline());
    }

    private Future<Answer> keep(Passage passage, Unbound admission, Terms terms, Verdict verdict) {
        verdict.failure().ifPresent(passage::failed);
        Answer answer = Answers.of(passage.rules(), 0, verdict).unbound();
        UnboundReply reply = new UnboundReply(
                passage.nonce(),
                verdict.agentTurn(passage.contact(), admission.turnId()),
                Answers.kept(answer, passage.isHungUp()),
                passage.fingerprints());
        return store.reply(reply, terms, passage.deadline()).map(answer);
    }
}
