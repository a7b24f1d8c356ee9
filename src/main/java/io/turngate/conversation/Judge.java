package io.turngate.conversation;

import io.turngate.core.Reason;
import io.turngate.core.Turn;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.rules.Decision;
import io.turngate.rules.Gates;
import io.turngate.rules.Rules;
import io.turngate.runner.RunnerReply;
import io.turngate.runner.RunnerRequest;
import io.turngate.store.Admission.Admitted;
import io.turngate.store.AgentTurn.RunnerWork;
import io.vertx.core.Future;
import java.util.List;

/** Decides what a counted message is answered with: by the rules alone, or by what the runner says. */
final class Judge {

    /** What the runner sees of hand-overs and fixed texts, so that it neither repeats nor obeys them. */
    static final String HANDOVER_NOTE = "[handed to a colleague]";

    private Judge() {}

    /** Never fails: a runner that does is a verdict. */
    static Future<Verdict> decide(Passage passage, Admitted admitted) {
        Message message = passage.message();
        Rules rules = passage.rules();
        Decision decision = Gates.judge(rules, admitted.count(), message.text(), message.media() != Message.Media.NONE);
        if (decision instanceof Decision.Escalate escalate) {
            return Future.succeededFuture(Verdict.escalated(rules, escalate.reason()));
        }
        if (decision instanceof Decision.AnswerMedia media) {
            return Future.succeededFuture(Verdict.media(media.text()));
        }
        return ask(passage, admitted.history());
    }

    private static Future<Verdict> ask(Passage passage, List<Turn> history) {
        RunnerRequest request = new RunnerRequest(
                history.stream().map(Judge::asTheRunnerSeesIt).toList(),
                List.of(passage.message().text()));
        long startMillis = passage.deadline().elapsedMillis();
        return passage.tenant()
                .runner()
                .run(request, passage.deadline())
                .map(reply -> {
                    long millis = passage.deadline().elapsedMillis() - startMillis;
                    return judge(passage.rules(), reply, Verdict.work(reply, millis, history.size()));
                })
                .recover(failure -> Future.succeededFuture(failed(passage.rules(), failure, history.size())));
    }

    private static Turn asTheRunnerSeesIt(Turn turn) {
        return turn.isHandover()
                ? new Turn(
                        turn.id(), turn.role(), HANDOVER_NOTE, turn.recordedAtMillis(), turn.outcome(), turn.reason())
                : turn;
    }

    private static Verdict judge(Rules rules, RunnerReply reply, RunnerWork work) {
        if (reply.escalation().isPresent()) {
            return Verdict.escalated(rules, reply.escalation().get()).after(work);
        }
        List<String> texts = reply.messages().stream()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
        if (texts.isEmpty()) {
            return Verdict.escalated(rules, Reason.BAD_REPLY).after(work);
        }
        if (reply.confidence() < rules.confidenceThreshold()) {
            return Verdict.escalated(rules, Reason.LOW_CONFIDENCE).after(work);
        }
        return Verdict.answered(texts, work);
    }

    private static Verdict failed(Rules rules, Throwable failure, int history) {
        TurngateException known = failure instanceof TurngateException expected
                ? expected
                : new TurngateException(Kind.MODEL_ERROR, "the runner failed", failure);
        Reason reason = switch (known.kind()) {
            case MODEL_TIMEOUT -> Reason.MODEL_TIMEOUT;
            case BAD_REPLY -> Reason.BAD_REPLY;
            default -> Reason.MODEL_ERROR;
        };
        return Verdict.escalated(rules, reason).after(known, history);
    }
}
