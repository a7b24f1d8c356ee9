package io.turngate.http;

import io.turngate.config.TenantConfig;
import io.turngate.conversation.Answer;
import io.turngate.conversation.Message;
import io.turngate.conversation.Unsaid;
import io.turngate.core.Reason;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds what an answer cannot do by itself. */
final class Leftovers {

    /** With these there is no room for further work, or nowhere to keep it. */
    private static final Set<Reason> NOTHING_MORE = EnumSet.of(Reason.OVERLOAD, Reason.STATE_UNAVAILABLE);

    private Leftovers() {}

    /**
     * What is left to ManyChat's API of the answer to a bound message of a tenant whose pushes arrive.
     *
     * @param rest messages that did not fit
     */
    static Optional<Unsaid> of(
            TenantConfig tenant, Message message, Answer answer, AnswerFormat format, List<String> rest) {
        boolean isFlowOnly = format == AnswerFormat.BLOCK;
        boolean isHandOverLeft = !isFlowOnly || tenant.handoff().flow().isPresent();
        Optional<Reason> handOver = answer.reason()
                .filter(reason -> answer.escalated() && isHandOverLeft)
                .filter(reason -> !NOTHING_MORE.contains(reason));
        if (rest.isEmpty() && handOver.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Unsaid(
                message.channel().orElse(tenant.channel()), rest, handOver, isFlowOnly, message.liveChatUrl()));
    }
}
