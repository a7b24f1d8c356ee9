package io.turngate.eval;

import java.time.Duration;
import java.util.regex.Pattern;

/** Looks for a regular expression in a text of bounded length, for a bounded time. */
final class Search {

    /** A reply that is longer is looked at so far. */
    static final int LONGEST = 20_000;

    private static final long LIMIT_NANOS = Duration.ofSeconds(1).toNanos();

    private Search() {}

    /** What came of it. */
    enum Found {
        YES,
        NO,
        /** It takes too long, or needs too much: no answer. */
        GIVEN_UP
    }

    static Found find(Pattern pattern, String text) {
        return find(pattern, text, LIMIT_NANOS);
    }

    static Found find(Pattern pattern, String text, long limitNanos) {
        String bounded = text.length() > LONGEST ? text.substring(0, LONGEST) : text;
        try {
            return pattern.matcher(new Timed(bounded, System.nanoTime() + limitNanos))
                            .find()
                    ? Found.YES
                    : Found.NO;
        } catch (TimeUp | StackOverflowError e) {
            return Found.GIVEN_UP;
        }
    }

    /** A text that can be read until a moment: an expression that tries for ever reads it for ever. */
    private record Timed(String text, long untilNanos) implements CharSequence {

        @Override
        public char charAt(int index) {
            if (System.nanoTime() - untilNanos > 0) {
                throw new TimeUp();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static final class TimeUp extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TimeUp() {
            super("time is up", null, false, false);
        }
    }
}
