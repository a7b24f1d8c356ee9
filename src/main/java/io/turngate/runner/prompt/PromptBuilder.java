package io.turngate.runner.prompt;

import io.turngate.config.Briefing;
import io.turngate.config.Catalog;
import io.turngate.core.Role;
import io.turngate.core.Turn;
import io.turngate.runner.RunnerRequest;
import io.turngate.runner.RunnerRequest.Addressee;
import io.turngate.runner.model.Prompt;
import io.turngate.runner.model.Prompt.Speech;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Makes a prompt of a conversation: the system text of a tenant's briefing, which is the same for every call, then what was
 * said, oldest first, then the messages that are to be answered. Every turn is in it. Equal requests make equal prompts.
 */
public final class PromptBuilder {

    private static final String BETWEEN = "\n\n";
    private static final int LONGEST_NAME = 60;
    private static final Pattern LOCALE = Pattern.compile("[A-Za-z0-9_-]{2,20}");
    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Z}]{1,1000}");

    /** Stands for a turn of which nothing is left, since no speech is empty. */
    private static final String NO_WORDS = "[no words]";

    private final String system;
    private final boolean showAges;

    /** @param showAges whether the model is told how old each turn is */
    public PromptBuilder(Briefing briefing, boolean showAges) {
        this.system = system(briefing, showAges);
        this.showAges = showAges;
    }

    /** What a model is given to answer the request. */
    public Prompt build(RunnerRequest request) {
        List<Speech> speeches = new ArrayList<>();
        request.history().forEach(turn -> speeches.add(speech(turn, request.nowMillis())));
        speeches.add(newest(request));
        return new Prompt(system, speeches, ReplySchema.json());
    }

    private static String system(Briefing briefing, boolean showAges) {
        List<String> parts = new ArrayList<>();
        briefing.prompt().map(String::strip).ifPresent(parts::add);
        parts.add(HouseRules.text(briefing.catalog().isPresent(), showAges).strip());
        briefing.knowledge().ifPresent(knowledge -> parts.add("# Knowledge\n\n" + knowledge.strip()));
        briefing.catalog().ifPresent(catalog -> parts.add("# Catalog\n\n" + lines(catalog)));
        return String.join(BETWEEN, parts);
    }

    private static String lines(Catalog catalog) {
        List<String> lines = new ArrayList<>();
        for (Catalog.Item item : catalog.items()) {
            lines.add("- " + item.name() + ": " + item.price()
                    + item.schedule().map(schedule -> "; schedule: " + schedule).orElse("")
                    + item.link().map(link -> "; link: " + link).orElse(""));
        }
        return String.join("\n", lines);
    }

    private Speech speech(Turn turn, long nowMillis) {
        String words = turn.role() == Role.CONTACT
                ? Fence.around(Fence.MESSAGE, turn.text())
                : Optional.of(Fence.clean(turn.text()).strip())
                        .filter(text -> !text.isEmpty())
                        .orElse(NO_WORDS);
        String age = showAges ? Age.note(turn.recordedAtMillis(), nowMillis) + "\n" : "";
        return new Speech(turn.role(), age + words);
    }

    /** The messages and whom they are from: name and locale are the contact's own words too. */
    private static Speech newest(RunnerRequest request) {
        List<String> parts = new ArrayList<>();
        parts.add(about(request.addressee()));
        request.messages().forEach(message -> parts.add(Fence.around(Fence.MESSAGE, message)));
        return new Speech(Role.CONTACT, String.join(BETWEEN, parts));
    }

    private static String about(Addressee addressee) {
        StringBuilder about =
                new StringBuilder("Channel: ").append(addressee.channel().wireName());
        addressee
                .locale()
                .filter(locale -> LOCALE.matcher(locale).matches())
                .ifPresent(locale -> about.append("\nLocale: ").append(locale));
        addressee
                .firstName()
                .map(PromptBuilder::oneLine)
                .filter(name -> !name.isEmpty())
                .ifPresent(name -> about.append('\n').append(Fence.around(Fence.NAME, name)));
        return about.toString();
    }

    private static String oneLine(String name) {
        String line = BLANKS.matcher(Fence.clean(name)).replaceAll(" ").strip();
        return line.codePointCount(0, line.length()) <= LONGEST_NAME
                ? line
                : line.substring(0, line.offsetByCodePoints(0, LONGEST_NAME));
    }
}
