package io.turngate.runner.model;

/**
 * What a model said, not yet looked at.
 *
 * @param text its words, possibly empty
 * @param usage what they cost
 */
public record Completion(String text, Usage usage) {

    /**
     * Tokens of one call, 0 where the provider does not say.
     *
     * @param in tokens read, those from a cache included
     * @param cached of these, tokens that came from the provider's cache
     * @param out tokens written
     */
    public record Usage(long in, long cached, long out) {

        /** Of a call that cost nothing that is known. */
        public static final Usage NONE = new Usage(0, 0, 0);

        /** Both together. */
        public Usage plus(Usage other) {
            return new Usage(in + other.in, cached + other.cached, out + other.out);
        }
    }

    /** Holds words for a contact: never printed. */
    @Override
    public String toString() {
        return "completion";
    }
}
