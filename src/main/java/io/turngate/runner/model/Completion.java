package io.turngate.runner.model;

import io.turngate.config.TokenPrice;
import java.util.Optional;

/**
 * What a model said, not yet looked at.
 *
 * @param text its words, possibly empty
 * @param usage what they took, and the calls that were made for them before
 * @param by which model; empty as a provider gives it, which does not know what it is called here
 */
public record Completion(String text, Usage usage, Optional<ModelName> by) {

    public Completion(String text, Usage usage) {
        this(text, usage, Optional.empty());
    }

    /** The same, said by this model. */
    public Completion by(ModelName model) {
        return new Completion(text, usage, Optional.of(model));
    }

    /** The same, with what calls before it took. */
    public Completion after(Usage earlier) {
        return new Completion(text, usage.plus(earlier), by);
    }

    /**
     * What calls took, 0 where the provider does not say.
     *
     * @param in tokens read, those from a cache included
     * @param cached of these, tokens that came from the provider's cache
     * @param out tokens written
     * @param microUsd their price, each call at that of its model: millionths of a US dollar; 0 until it is known
     */
    public record Usage(long in, long cached, long out, long microUsd) {

        /** Of a call that cost nothing that is known. */
        public static final Usage NONE = new Usage(0, 0, 0, 0);

        /** As a provider tells it: without a price. */
        public Usage(long in, long cached, long out) {
            this(in, cached, out, 0);
        }

        /** The same tokens at a price. */
        public Usage at(TokenPrice price) {
            return new Usage(in, cached, out, price.microUsd(in, cached, out));
        }

        /** Both together. */
        public Usage plus(Usage other) {
            return new Usage(in + other.in, cached + other.cached, out + other.out, microUsd + other.microUsd);
        }
    }

    /** Holds words for a contact: never printed. */
    @Override
    public String toString() {
        return "completion";
    }
}
