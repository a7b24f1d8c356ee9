package io.turngate.config;

/**
 * What a model's tokens cost: US dollars a million tokens, which is millionths of a dollar a token. At least 0 each.
 *
 * @param inputPerMillion of tokens read
 * @param outputPerMillion of tokens written
 * @param cachedPerMillion of tokens read that came from the provider's cache
 */
public record TokenPrice(double inputPerMillion, double outputPerMillion, double cachedPerMillion) {

    /**
     * Of a model whose price nobody wrote down: above that of nearly every model that answers chats, so that a budget is
     * spent too early rather than never.
     */
    public static final TokenPrice UNKNOWN = new TokenPrice(20, 100, 20);

    /**
     * What these tokens cost, in millionths of a US dollar, rounded up.
     *
     * @param in tokens read, those from a cache included
     * @param cached of these, tokens that came from a cache
     * @param out tokens written
     */
    public long microUsd(long in, long cached, long out) {
        long fromCache = Math.min(cached, in);
        return (long)
                Math.ceil((in - fromCache) * inputPerMillion + fromCache * cachedPerMillion + out * outputPerMillion);
    }
}
