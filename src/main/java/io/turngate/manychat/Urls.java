package io.turngate.manychat;

/** Finds URLs in a text: what runs on without a space from a scheme or from {@code www.} on. */
final class Urls {

    private static final String WWW = "www.";
    private static final String[] OPENINGS = {"https://", "http://", WWW};

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

    /** The start of the first URL at or after {@code from}; -1 if there is none. */
    static int nextStart(String text, int from) {
        for (int at = from; at < text.length(); at++) {
            if (opensAt(text, at) && !isInsideWord(text, at)) {
                return at;
            }
        }
        return -1;
    }

    /** Where what runs on from a URL's start ends, before the next space or delimiter. */
    static int endOf(String text, int start) {
        int at = start;
        while (at < text.length() && isPart(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** The length of the scheme or the {@code www.} that a URL begins with; 0 where none begins. */
    static int openingLength(String text, int at) {
        for (String opening : OPENINGS) {
            if (text.regionMatches(true, at, opening, 0, opening.length())) {
                return opening.length();
            }
        }
        return 0;
    }

    private static boolean opensAt(String text, int at) {
        return openingLength(text, at) > 0;
    }

    /** Whether it is no URL after all: {@code awww. how nice}. */
    private static boolean isInsideWord(String text, int at) {
        return text.regionMatches(true, at, WWW, 0, WWW.length())
                && at > 0
                && Character.isLetterOrDigit(text.codePointBefore(at));
    }

    private static boolean isPart(char c) {
        return !Character.isWhitespace(c) && DELIMITERS.indexOf(c) < 0;
    }
}
