package io.turngate.testing;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Answers as a model would that was given the demo's briefing, by what stands in the request and nothing else: prices and
 * times come from its system text, unless an earlier turn of the agent's has said another that is not marked as old.
 */
public final class DemoModel implements Function<ModelRequest, ModelAnswer> {

    private static final Pattern NEWEST = Pattern.compile("<<<message\\n(.*?)\\nmessage>>>", Pattern.DOTALL);
    private static final Pattern GROUP_PRICE = Pattern.compile("- Group course, a month: (\\d+ EUR)");
    private static final Pattern PRIVATE_PRICE = Pattern.compile("- Private lesson, an hour: (\\d+ EUR)");
    private static final Pattern EVENING = Pattern.compile("evenings (\\d+:\\d+) to");
    private static final Pattern OLD_PRICE = Pattern.compile("(\\d+ EUR)");
    private static final Pattern OLD_TIME = Pattern.compile("from (\\d+:\\d+)");
    private static final Pattern OLD = Pattern.compile("\\(said \\d+ (?:days?|months?|years?) ago\\)");

    private final boolean heedsAges;

    private DemoModel(boolean heedsAges) {
        this.heedsAges = heedsAges;
    }

    /** One that takes nothing from turns that are marked as old. */
    public static DemoModel careful() {
        return new DemoModel(true);
    }

    /** One that repeats what it once said, however long ago. */
    public static DemoModel repeatingItself() {
        return new DemoModel(false);
    }

    @Override
    public ModelAnswer apply(ModelRequest request) {
        String newest = newest(request);
        if (has(newest, "system prompt")) {
            return ModelAnswer.reply("I can tell you about our courses.");
        }
        if (has(newest, "alguien de la escuela")) {
            return escalation("explicit_request");
        }
        if (has(newest, "disgrace")) {
            return escalation("complaint");
        }
        if (has(newest, "discount")) {
            return escalation("price_negotiation");
        }
        if (has(newest, "paid")) {
            return escalation("payment_reported");
        }
        if (has(newest, "visa")) {
            return reply("We might help with that.", 0.3);
        }
        return about(request, newest);
    }

    private ModelAnswer about(ModelRequest request, String newest) {
        String group = found(GROUP_PRICE, request.system());
        if (has(newest, "together")) {
            return ModelAnswer.reply("Together that is 148 EUR.");
        }
        if (has(newest, "cuesta")) {
            return ModelAnswer.reply("El curso en grupo cuesta " + group + " al mes.");
        }
        if (has(newest, "kostet")) {
            return ModelAnswer.reply("Der Gruppenkurs kostet " + group + " im Monat.");
        }
        if (has(newest, "private lesson")) {
            return ModelAnswer.reply("A private lesson is **" + found(PRIVATE_PRICE, request.system()) + "** an hour.");
        }
        if (has(newest, "cost", "how much")) {
            return ModelAnswer.reply("A group course is " + said(request, OLD_PRICE, group) + " a month.");
        }
        if (has(newest, "meet", "start")) {
            String evening = found(EVENING, request.system());
            return ModelAnswer.reply("Evening groups start at " + said(request, OLD_TIME, evening) + ".");
        }
        return has(newest, "trial")
                ? ModelAnswer.reply("Yes, a free one every Wednesday at 17:00.")
                : ModelAnswer.reply("What would you like to know?");
    }

    /** What an earlier turn of its own says, if there is one that it trusts; else what is in force. */
    private String said(ModelRequest request, Pattern what, String inForce) {
        for (int i = request.roles().size() - 1; i >= 0; i--) {
            String content = request.contents().get(i);
            Matcher earlier = what.matcher(content);
            boolean isOld = heedsAges && OLD.matcher(content).find();
            if (request.roles().get(i).equals("assistant") && !isOld && earlier.find()) {
                return earlier.group(1);
            }
        }
        return inForce;
    }

    private static String newest(ModelRequest request) {
        List<String> contents = request.contents();
        Matcher fenced = NEWEST.matcher(contents.get(contents.size() - 1));
        String newest = "";
        while (fenced.find()) {
            newest = fenced.group(1);
        }
        return newest;
    }

    private static boolean has(String text, String... words) {
        return Stream.of(words).anyMatch(text.toLowerCase()::contains);
    }

    private static String found(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? found.group(1) : "";
    }

    private static ModelAnswer escalation(String reason) {
        return ModelAnswer.json(new JsonObject()
                .put("messages", new JsonArray())
                .put("escalate", true)
                .put("escalation_reason", reason)
                .put("confidence", 0.9));
    }

    private static ModelAnswer reply(String text, double confidence) {
        return ModelAnswer.json(new JsonObject()
                .put("messages", new JsonArray().add(text))
                .put("escalate", false)
                .put("escalation_reason", null)
                .put("confidence", confidence));
    }
}
