package io.turngate.config;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which turn an entry of an expected history means.
 *
 * @param index its place in the case's turns, counted from 0; -1 if it means none
 * @param problem why it means none
 */
record EvalPlace(int index, String problem) {

    /** The turn that is named by its place or by its text. */
    static EvalPlace find(Object entry, JsonArray turns) {
        if (entry instanceof Number number && number.doubleValue() == number.intValue()) {
            int index = number.intValue();
            return index >= 0 && index < turns.size()
                    ? new EvalPlace(index, "")
                    : none("must be the place of a turn, counted from 0, of " + turns.size() + ", is " + index);
        }
        return entry instanceof String text
                ? find(text, turns)
                : none("must be the place of a turn, counted from 0, or its text");
    }

    private static EvalPlace find(String text, JsonArray turns) {
        List<Integer> places = IntStream.range(0, turns.size())
                .filter(i -> turns.getValue(i) instanceof JsonObject turn && text.equals(turn.getValue("text")))
                .boxed()
                .toList();
        return switch (places.size()) {
            case 1 -> new EvalPlace(places.get(0), "");
            case 0 -> none("is not the text of a turn");
            default -> none("is the text of several turns: expected the place of one, counted from 0");
        };
    }

    private static EvalPlace none(String problem) {
        return new EvalPlace(-1, problem);
    }
}
