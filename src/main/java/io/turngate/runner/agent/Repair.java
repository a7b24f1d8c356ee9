package io.turngate.runner.agent;

import io.turngate.core.Role;
import io.turngate.runner.model.Prompt;
import io.turngate.runner.model.Prompt.Speech;
import java.util.ArrayList;
import java.util.List;

/** Shows a model what it said and what is wrong with its form. The contact's words are not repeated. */
final class Repair {

    /** What is shown of an answer: enough to put it into another form, without paying for rubbish twice. */
    static final int LONGEST_ECHO = 4_000;

    private static final String REQUEST =
            "Note of the gateway: your reply could not be read (%s). Give the same reply once more as exactly one JSON object"
                    + " in the form that the rules of the house describe, and nothing else.";

    private Repair() {}

    static Prompt of(Prompt prompt, String said, String why) {
        List<Speech> speeches = new ArrayList<>(prompt.speeches());
        String shown = shortened(said).strip();
        if (!shown.isEmpty()) {
            speeches.add(new Speech(Role.AGENT, shown));
        }
        speeches.add(new Speech(Role.CONTACT, REQUEST.formatted(why)));
        return new Prompt(prompt.system(), speeches, prompt.schema());
    }

    private static String shortened(String said) {
        if (said.length() <= LONGEST_ECHO) {
            return said;
        }
        int end = Character.isHighSurrogate(said.charAt(LONGEST_ECHO - 1)) ? LONGEST_ECHO - 1 : LONGEST_ECHO;
        return said.substring(0, end);
    }
}
