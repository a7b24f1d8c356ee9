package io.turngate.runner.agent;

import io.turngate.config.TenantConfig;
import io.turngate.core.Deadline;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.runner.Runner;
import io.turngate.runner.RunnerReply;
import io.turngate.runner.RunnerReply.Spent;
import io.turngate.runner.RunnerRequest;
import io.turngate.runner.model.Completion;
import io.turngate.runner.model.Completion.Usage;
import io.turngate.runner.model.Model;
import io.turngate.runner.model.ModelFailure;
import io.turngate.runner.model.ModelName;
import io.turngate.runner.model.Prompt;
import io.turngate.runner.prompt.PromptBuilder;
import io.turngate.runner.reply.ModelReply;
import io.turngate.runner.reply.Parsed;
import io.turngate.runner.reply.Parsed.Fine;
import io.turngate.runner.reply.Parsed.Unreadable;
import io.turngate.runner.reply.ReplyGuard;
import io.turngate.runner.reply.ReplyGuard.Guarded.Passed;
import io.turngate.runner.reply.ReplyGuard.Guarded.Refused;
import io.turngate.runner.reply.ReplyParser;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/**
 * Asks a language model: a prompt of the conversation, its words as a reply, that reply guarded. A reply without the form
 * that was asked for is taken out of what surrounds it, or else asked for once more if there is time. Stateless.
 */
public final class ModelRunner implements Runner {

    /** With less time than this a second answer would hardly come. */
    static final long REPAIR_MILLIS = 1_500;

    private final Model model;
    private final PromptBuilder prompts;
    private final ReplyGuard guard;

    /**
     * @param model as many calls and providers as it takes; its usage has a price
     * @param tenant whose prompt and catalog it is
     */
    public ModelRunner(Model model, TenantConfig tenant) {
        this.model = model;
        this.prompts = new PromptBuilder(tenant.briefing(), tenant.rules().showAges());
        this.guard = new ReplyGuard(tenant.briefing(), tenant.rules().showAges());
    }

    @Override
    public Future<RunnerReply> run(RunnerRequest request, Deadline deadline) {
        Prompt prompt = prompts.build(request);
        return model.complete(prompt, deadline)
                .recover(failure -> Future.failedFuture(Failures.known(failure)))
                .compose(said -> read(prompt, said, deadline));
    }

    private Future<RunnerReply> read(Prompt prompt, Completion said, Deadline deadline) {
        Parsed parsed = ReplyParser.leniently(said.text());
        if (parsed instanceof Unreadable unreadable && deadline.remainingMillis() >= REPAIR_MILLIS) {
            return model.complete(Repair.of(prompt, said.text(), unreadable.why()), deadline)
                    .map(again -> reply(ReplyParser.leniently(again.text()), again.after(said.usage())))
                    .recover(failure ->
                            Future.succeededFuture(reply(unreadable, said.after(ModelFailure.usageOf(failure)))));
        }
        return Future.succeededFuture(reply(parsed, said));
    }

    private RunnerReply reply(Parsed parsed, Completion said) {
        return parsed instanceof Fine fine ? guarded(fine.reply(), said) : bad(((Unreadable) parsed).why(), said);
    }

    private RunnerReply guarded(ModelReply reply, Completion said) {
        if (reply.escalation().isPresent()) {
            // The gateway's own words are sent then.
            return new RunnerReply(List.of(), reply.escalation(), reply.confidence(), name(said), spent(said));
        }
        ReplyGuard.Guarded guarded = guard.guard(reply.messages());
        if (guarded instanceof Passed passed) {
            return new RunnerReply(passed.messages(), Optional.empty(), reply.confidence(), name(said), spent(said));
        }
        return bad(((Refused) guarded).why(), said);
    }

    private static RunnerReply bad(String why, Completion said) {
        return RunnerReply.unusable(
                name(said), spent(said), new TurngateException(Kind.BAD_REPLY, "the model: " + why));
    }

    private static String name(Completion said) {
        return said.by().map(ModelName::label).orElse("");
    }

    private static Spent spent(Completion said) {
        Usage usage = said.usage();
        return new Spent(usage.in(), usage.out(), usage.microUsd());
    }
}
