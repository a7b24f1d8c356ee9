package io.turngate.config;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A JSON pointer (RFC 6901): a place in a JSON text. */
record Pointer(List<String> segments) {

    static final Pointer ROOT = new Pointer(List.of());

    Pointer {
        segments = List.copyOf(segments);
    }

    static Pointer of(String... segments) {
        return new Pointer(List.of(segments));
    }

    /** Reads a pointer, with or without the {@code #} of its URI form. */
    static Pointer parse(String text) {
        String path = text.startsWith("#") ? text.substring(1) : text;
        if (path.isEmpty()) {
            return ROOT;
        }
        return new Pointer(Arrays.stream(path.substring(1).split("/", -1))
                .map(segment -> segment.replace("~1", "/").replace("~0", "~"))
                .toList());
    }

    Pointer child(Object segment) {
        List<String> longer = new ArrayList<>(segments);
        longer.add(String.valueOf(segment));
        return new Pointer(longer);
    }

    Pointer parent() {
        return new Pointer(segments.subList(0, segments.size() - 1));
    }

    String last() {
        return segments.isEmpty() ? "" : segments.get(segments.size() - 1);
    }

    /** What stands at this place: null where JSON says null, and where there is nothing. */
    @Nullable
    Object find(JsonObject json) {
        Object here = json;
        for (String segment : segments) {
            if (here instanceof JsonObject object) {
                here = object.getValue(segment);
            } else if (here instanceof JsonArray array && isIndexOf(array, segment)) {
                here = array.getValue(Integer.parseInt(segment));
            } else {
                return null;
            }
        }
        return here;
    }

    /** The place as operators say it: {@code messages.escalation}. */
    String dotted() {
        return segments.stream().map(Wording::printable).collect(Collectors.joining("."));
    }

    @Override
    public String toString() {
        return segments.stream()
                .map(segment ->
                        "/" + Wording.printable(segment).replace("~", "~0").replace("/", "~1"))
                .collect(Collectors.joining());
    }

    private static boolean isIndexOf(JsonArray array, String segment) {
        return segment.matches("\\d{1,9}") && Integer.parseInt(segment) < array.size();
    }
}
