package io.turngate.runner.reply;

import io.turngate.config.Briefing;
import io.turngate.runner.prompt.Age;
import io.turngate.runner.prompt.Fence;
import io.turngate.runner.prompt.HouseRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks at a model's messages before a contact does. One for each version of a tenant; any thread may use it. */
public final class ReplyGuard {

    private final Quotation quotation;
    private final Optional<PriceCheck> prices;

    /** What became of the messages. */
    public sealed interface Guarded {

        /** They may be sent as they are here: at least one, none empty, plain text. */
        record Passed(List<String> messages) implements Guarded {
            public Passed {
                messages = List.copyOf(messages);
            }
        }

        /**
         * None of them may be sent.
         *
         * @param why one line for logs, without any of their words
         */
        record Refused(String why) implements Guarded {}
    }

    /** @param briefing what the model was told: its instructions are not to be quoted, its knowledge may be */
    public ReplyGuard(Briefing briefing, boolean showAges) {
        List<String> secret = new ArrayList<>();
        secret.add(HouseRules.text(briefing.catalog().isPresent(), showAges));
        briefing.prompt().ifPresent(secret::add);
        List<String> open = new ArrayList<>();
        briefing.knowledge().ifPresent(open::add);
        this.quotation = new Quotation(secret, open);
        this.prices = briefing.catalog().map(PriceCheck::new);
    }

    /** What a contact may be sent of these messages. */
    public Guarded guard(List<String> messages) {
        if (quotation.occursIn(String.join("\n", messages))) {
            return new Guarded.Refused("the reply quotes the instructions");
        }
        List<String> plain = messages.stream()
                .map(ReplyGuard::plain)
                .filter(message -> !message.isEmpty())
                .toList();
        if (plain.isEmpty()) {
            return new Guarded.Refused("the reply says nothing");
        }
        if (prices.isPresent() && !plain.stream().allMatch(prices.get()::isHeld)) {
            return new Guarded.Refused("the reply names a price that the catalog does not hold");
        }
        return new Guarded.Passed(plain);
    }

    private static String plain(String message) {
        String text = Fence.clean(PlainText.of(message));
        return Echo.removed(Age.removed(text)).strip();
    }
}
