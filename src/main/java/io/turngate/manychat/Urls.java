package io.turngate.manychat;

/** Finds the URL that surrounds a place in a text. */
final class Urls {

    private static final String[] OPENINGS = {"https://", "http://", "www."};

    /** What stands next to a URL without a space and is not part of it. */
    private static final String DELIMITERS = "<>\"，。｡！？、；：（）【】「」『』《》";

    private Urls() {}

    /** The start, at or after {@code from}, of the URL that has {@code index} inside it; -1 if none has. */
    static int startAround(String text, int from, int index) {
        if (index == text.length() || !isPart(text.charAt(index))) {
            return -1;
        }
        int runStart = index;
        while (runStart > from && isPart(text.charAt(runStart - 1))) {
            runStart--;
        }
        for (int at = runStart; at < index; at++) {
            if (opensAt(text, at)) {
                return at;
            }
        }
        return -1;
    }

    private static boolean opensAt(String text, int at) {
        for (String opening : OPENINGS) {
            if (text.regionMatches(true, at, opening, 0, opening.length())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPart(char c) {
        return !Character.isWhitespace(c) && DELIMITERS.indexOf(c) < 0;
    }
}
