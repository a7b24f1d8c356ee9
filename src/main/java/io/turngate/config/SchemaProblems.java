package io.turngate.config;

import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Turns what the schema library finds into problems in words of Turngate's own. */
final class SchemaProblems {

    static final String SECRET_EXPECTED =
            "must be a reference, {\"env\":\"NAME\"} or {\"file\":\"/path\"}, never the secret itself";

    /** They only say that something below them failed. */
    private static final Set<String> WRAPPERS = Set.of("properties", "items", "$ref");

    /** A branch that does not hold is no problem in itself. */
    private static final Pattern INSIDE_A_BRANCH = Pattern.compile("/(anyOf|oneOf)/\\d+/");

    private final Schema schema;
    private final JsonObject json;
    private final Problems problems;

    SchemaProblems(Schema schema, JsonObject json, Problems problems) {
        this.schema = schema;
        this.json = json;
        this.problems = problems;
    }

    /** Adds the problem that stands behind one error of the library, if one does. */
    void report(Pointer at, String keywordLocation) {
        String keyword = Pointer.parse(keywordLocation).last();
        if (WRAPPERS.contains(keyword)
                || INSIDE_A_BRANCH.matcher(keywordLocation).find()) {
            return;
        }
        if (schema.isSecret(at)) {
            problems.add(at, SECRET_EXPECTED);
        } else if (!at.segments().isEmpty() && schema.isSecret(at.parent())) {
            problems.add(at.parent(), SECRET_EXPECTED);
        } else {
            say(at, keyword);
        }
    }

    private void say(Pointer at, String keyword) {
        switch (keyword) {
            case "required" -> missingKeys(at);
            case "additionalProperties" -> unknownKey(at);
            case "anyOf" -> problems.add(at, "missing: " + alternatives(at, keyword, " or ") + " is required");
            case "oneOf" -> notExactlyOne(at);
            default -> {
                JsonObject node = schema.at(at);
                problems.add(at, "must be " + Wording.expected(node) + ", is " + Wording.actual(at.find(json), node));
            }
        }
    }

    private void missingKeys(Pointer at) {
        JsonObject there = (JsonObject) at.find(json);
        for (Object name : schema.at(at).getJsonArray("required")) {
            Pointer key = at.child(name);
            if (there != null && !there.containsKey(key.last())) {
                problems.add(at, "missing: " + key.dotted() + " is required, " + Wording.expected(schema.at(key)));
            }
        }
    }

    /** The library also says this of known keys whose value is wrong. */
    private void unknownKey(Pointer at) {
        Collection<String> known = schema.keysAt(at.parent()).keySet();
        if (!known.contains(at.last())) {
            String hint = NearestKey.find(at.last(), known)
                    .map(near -> "did you mean " + Wording.quoted(near) + "?")
                    .orElseGet(() -> "expected " + Wording.choices(known));
            problems.add(at, "unknown key " + Wording.quoted(at.last()) + "; " + hint);
        }
    }

    private void notExactlyOne(Pointer at) {
        JsonObject there = (JsonObject) at.find(json);
        boolean none = requiredOfEach(at, "oneOf").stream().noneMatch(key -> there != null && there.containsKey(key));
        problems.add(
                at,
                "exactly one of " + alternatives(at, "oneOf", " and ") + " is required, "
                        + (none ? "neither is there" : "both are there"));
    }

    private String alternatives(Pointer at, String keyword, String between) {
        return String.join(
                between,
                requiredOfEach(at, keyword).stream()
                        .map(key -> at.child(key).dotted())
                        .toList());
    }

    private List<String> requiredOfEach(Pointer at, String keyword) {
        return Wording.requiredOfEach(schema.at(at).getJsonArray(keyword));
    }
}
