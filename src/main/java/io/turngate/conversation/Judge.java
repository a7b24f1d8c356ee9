package io.turngate.conversation;

import io.turngate.core.Deadline;
import io.turngate.core.Reason;
import io.turngate.core.Turn;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.rules.Rules;
import io.turngate.runner.RunnerReply;
import io.turngate.runner.RunnerRequest;
import io.turngate.store.AgentTurn.RunnerWork;
import io.vertx.core.Future;
import java.util.List;

/** Asks the runner and judges what it says. */
final class Judge {

    /** What the runner sees of hand-overs and fixed texts, so that it neither repeats nor obeys them. */
    static final String HANDOVER_NOTE = "[handed to a colleague]";

    private Judge() {}

    /** Never fails: a runner that does is a verdict. */
    static Future<Verdict> ask(Tenant tenant, List<Turn> history, List<String> messages, Deadline deadline) {
        RunnerRequest request =
                new RunnerRequest(history.stream().map(Judge::asTheRunnerSeesIt).toList(), messages);
        long startMillis = deadline.elapsedMillis();
        return tenant.runner()
                .run(request, deadline)
                .map(reply -> {
                    long millis = deadline.elapsedMillis() - startMillis;
                    return judge(tenant.rules(), reply, Verdict.work(reply, millis, history.size()));
                })
                .recover(failure -> Future.succeededFuture(failed(tenant.rules(), failure, history.size())));
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
