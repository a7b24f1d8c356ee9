package io.turngate.config;

import java.util.Optional;

/**
 * What a tenant tells its agent.
 *
 * @param prompt prompt.md, its instructions; always there for a model
 * @param knowledge knowledge.md, facts that it may state
 * @param catalog catalog.json, prices that it may state
 */
public record Briefing(Optional<String> prompt, Optional<String> knowledge, Optional<Catalog> catalog) {

    /** Nothing at all. */
    public static final Briefing NONE = new Briefing(Optional.empty(), Optional.empty(), Optional.empty());
}
