package io.turngate.conversation;

import io.turngate.core.Deadline;
import io.turngate.core.Reason;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.rules.Rules;
import io.turngate.runner.RunnerReply;
import io.turngate.runner.RunnerRequest;
import io.turngate.store.AgentTurn.RunnerWork;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Asks the runner and judges what it says. */
final class Judge {

    private Judge() {}

    /**
     * Never fails: a runner that does is a verdict.
     *
     * @param asked with the history as it is kept
     */
    static Future<Verdict> ask(Tenant tenant, RunnerRequest asked, Deadline deadline) {
        RunnerRequest request = new RunnerRequest(
                NeutralNotes.in(asked.history()), asked.messages(), asked.addressee(), asked.nowMillis());
        int given = request.history().size();
        long startMillis = deadline.elapsedMillis();
        return tenant.runner()
                .run(request, deadline)
                .map(reply -> {
                    long millis = deadline.elapsedMillis() - startMillis;
                    return judge(tenant.rules(), reply, Verdict.work(reply, millis, given));
                })
                .recover(failure -> Future.succeededFuture(failed(tenant.rules(), failure, given)));
    }

    private static Verdict judge(Rules rules, RunnerReply reply, RunnerWork work) {
        if (reply.escalation().equals(Optional.of(Reason.BUDGET))) {
            // The runner was not asked, so it was given nothing.
            return Verdict.escalated(rules, Reason.BUDGET);
        }
        if (reply.escalation().isPresent()) {
            return Verdict.escalated(rules, reply.escalation().get())
                    .after(work)
                    .because(reply.fault());
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
