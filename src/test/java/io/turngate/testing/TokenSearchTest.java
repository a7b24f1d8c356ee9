package io.turngate.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenSearchTest {

    private static final String TOKEN = "-BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop_";
    private static final String OTHER = "0".repeat(43);

    private final TokenSearch search = new TokenSearch(Set.of(TOKEN, OTHER));

    @ParameterizedTest
    @ValueSource(
            strings = {"%s", "token=%s", "{\"ai_token\":\"%s\"}", "abc%sdef", "tg:{school:%s}:turns", "line\n%s\nline"})
    void aPlantedTokenIsFoundWhereverItStands(String text) {
        assertThat(search.in(String.format(text, TOKEN))).containsExactly(TOKEN);
    }

    @Test
    void allAreFound() {
        assertThat(search.in(TOKEN + " " + OTHER + " " + TOKEN)).containsExactlyInAnyOrder(TOKEN, OTHER);
        assertThat(search.in(OTHER + TOKEN)).containsExactlyInAnyOrder(TOKEN, OTHER);
    }

    @Test
    void whatOnlyLooksLikeOneIsNot() {
        assertThat(search.in(TOKEN.substring(1) + " " + TOKEN.toLowerCase(java.util.Locale.ROOT) + "x".repeat(100)))
                .isEmpty();
    }

    @Test
    void whatCannotBeATokenIsRefused() {
        assertThatThrownBy(() -> new TokenSearch(Set.of("short"))).isInstanceOf(IllegalArgumentException.class);
    }
}
