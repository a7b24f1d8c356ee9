package io.turngate.rules;

import io.turngate.core.Reason;
import java.util.Optional;

/** The gates between a counted message and the runner, in their order: cap, keyword, media. The first that applies decides. */
public final class Gates {

    private Gates() {}

    /**
     * Judges a message.
     *
     * @param rules the rules in force
     * @param count the message's number in its stretch, from 1
     * @param text what the contact wrote; empty where it is media
     * @param isMedia whether it is media
     */
    public static Decision judge(Rules rules, int count, String text, boolean isMedia) {
        if (count > rules.maxTurnsPerConversation()) {
            return new Decision.Escalate(Reason.TURN_CAP);
        }
        if (rules.escalationKeywords().occurIn(text)) {
            return new Decision.Escalate(Reason.KEYWORD);
        }
        if (isMedia) {
            Optional<String> fallback = rules.messages().mediaFallback();
            return fallback.isPresent()
                    ? new Decision.AnswerMedia(fallback.get())
                    : new Decision.Escalate(Reason.MEDIA);
        }
        return new Decision.AskRunner();
    }
}
