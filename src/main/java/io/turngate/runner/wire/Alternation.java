package io.turngate.runner.wire;

import io.turngate.core.Role;
import io.turngate.runner.model.Prompt.Speech;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a conversation alternate, the contact first, as Anthropic and the chat templates of many local models demand.
 * Nothing is left out: neighbours of one role become one message, an opening of the agent's gets a note in front.
 */
public final class Alternation {

    /** Stands in front of a conversation whose window begins with the agent. */
    static final String EARLIER = "[earlier messages are not shown]";
    /** Stands for a text of blanks, which providers refuse. */
    static final String BLANK = "[no words]";

    private static final String BETWEEN = "\n\n";

    private Alternation() {}

    /** The same words, beginning with the contact's, no two neighbours of one role, none blank. */
    public static List<Speech> of(List<Speech> speeches) {
        List<Speech> alternating = new ArrayList<>();
        for (Speech speech : speeches) {
            add(alternating, new Speech(speech.role(), speech.text().isBlank() ? BLANK : speech.text()));
        }
        if (!alternating.isEmpty() && alternating.get(0).role() == Role.AGENT) {
            alternating.add(0, new Speech(Role.CONTACT, EARLIER));
        }
        return List.copyOf(alternating);
    }

    private static void add(List<Speech> speeches, Speech next) {
        int last = speeches.size() - 1;
        if (last >= 0 && speeches.get(last).role() == next.role()) {
            speeches.set(last, new Speech(next.role(), speeches.get(last).text() + BETWEEN + next.text()));
        } else {
            speeches.add(next);
        }
    }
}
