package io.turngate.store;

/**
 * What a gateway has to know of an admitted message besides.
 *
 * @param isNew whether the contact was seen for the first time
 * @param wantsToken whether a token is to be written to ManyChat for them
 * @param isBound whether the request spoke for the contact
 */
public record Marks(boolean isNew, boolean wantsToken, boolean isBound) {}
