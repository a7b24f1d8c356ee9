package io.turngate.runner.reply;

import static io.turngate.runner.prompt.ReplySchema.CONFIDENCE;
import static io.turngate.runner.prompt.ReplySchema.ESCALATE;
import static io.turngate.runner.prompt.ReplySchema.ESCALATION_REASON;
import static io.turngate.runner.prompt.ReplySchema.KEYS;
import static io.turngate.runner.prompt.ReplySchema.MESSAGES;
import static io.turngate.runner.prompt.ReplySchema.MOST_MESSAGES;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.turngate.core.Reason;
import io.turngate.runner.reply.Parsed.Fine;
import io.turngate.runner.reply.Parsed.Unreadable;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.jackson.JacksonCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a model's words as the one JSON object that was asked for. Plain and stateless. */
public final class ReplyParser {

    /** The most characters that are looked at: three long messages and their escapes. */
    static final int LONGEST = 64 << 10;

    private static final int DEEPEST = 4;
    private static final int LONGEST_NUMBER = 40;
    private static final int LONGEST_KEY = 100;

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNumberLength(LONGEST_NUMBER)
                    .maxNameLength(LONGEST_KEY)
                    .maxStringLength(LONGEST)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private ReplyParser() {}

    /** Takes the object alone, with blanks around it. */
    public static Parsed strictly(String words) {
        if (words.length() > LONGEST) {
            return new Unreadable("more than " + LONGEST + " characters");
        }
        if (words.isBlank()) {
            return new Unreadable("nothing was said");
        }
        try {
            return object(JacksonCodec.fromParser(FACTORY.createParser(words), Map.class));
        } catch (DecodeException | IOException e) {
            // Their messages hold words of the reply.
            return new Unreadable("not exactly one JSON object");
        }
    }

    /** Takes the object out of code fences and of prose before and behind it too. */
    public static Parsed leniently(String words) {
        Parsed strictly = strictly(words);
        int first = words.indexOf('{');
        int last = words.lastIndexOf('}');
        if (strictly instanceof Fine || words.length() > LONGEST || first < 0 || last < first) {
            return strictly;
        }
        return strictly(words.substring(first, last + 1));
    }

    private static Parsed object(Map<?, ?> object) {
        if (!KEYS.containsAll(object.keySet())) {
            return new Unreadable("a key that is none of the four");
        }
        if (!(object.get(ESCALATE) instanceof Boolean escalates)) {
            return new Unreadable(ESCALATE + " must be true or false");
        }
        if (!(object.get(CONFIDENCE) instanceof Number confidence) || !isShare(confidence.doubleValue())) {
            return new Unreadable(CONFIDENCE + " must be a number from 0 to 1");
        }
        Object reason = object.get(ESCALATION_REASON);
        if (reason != null && !(reason instanceof String)) {
            return new Unreadable(ESCALATION_REASON + " must be a text");
        }
        Optional<List<String>> messages = messages(object.get(MESSAGES));
        if (messages.isEmpty()) {
            return new Unreadable(MESSAGES + " must be a list of 1 to " + MOST_MESSAGES + " texts");
        }
        if (messages.get().isEmpty() && !escalates) {
            return new Unreadable(MESSAGES + " must hold at least one text");
        }
        Optional<Reason> escalation = escalates ? Optional.of(reason(reason)) : Optional.empty();
        return new Fine(new ModelReply(messages.get(), escalation, confidence.doubleValue()));
    }

    /**
     * A model that wants a person gets one, whatever it calls the reason. Out of scope is what is left when none of the others
     * is claimed: it says nothing of the contact that may be wrong.
     */
    private static Reason reason(@Nullable Object word) {
        return Reason.findOfTheModel(String.valueOf(word).strip()).orElse(Reason.OUT_OF_SCOPE);
    }

    private static Optional<List<String>> messages(@Nullable Object value) {
        if (!(value instanceof List<?> list) || list.size() > MOST_MESSAGES) {
            return Optional.empty();
        }
        List<String> texts = new ArrayList<>();
        for (Object element : list) {
            if (!(element instanceof String text)) {
                return Optional.empty();
            }
            texts.add(text);
        }
        return Optional.of(texts);
    }

    private static boolean isShare(double number) {
        return number >= 0 && number <= 1;
    }
}
