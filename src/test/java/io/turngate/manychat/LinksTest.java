package io.turngate.manychat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinksTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "see https://a.example/b now|see /https://a.example/b/ now",
                "HTTP://A.example|HTTP://A.example",
                "see https://a.example.|see /https://a.example",
                "(https://a.example/b_(c))|https://a.example/b_(c)",
                "https://a.example/?q=1&r=2#s, or www.b.example! Bye.|https://a.example/?q=1&r=2#s/ or /www.b.example/ Bye.",
                "https://a.example https://b.example|https://a.example/https://b.example",
                "长https://a.example。长|长/https://a.example/。长",
                "[here](https://a.example) **https://b.example**|[here]/https://a.example/https://b.example",
                "https://a.example 👍|https://a.example/ 👍"
            })
    void aLinkIsAPieceOfItsOwn(String text, String pieces) {
        assertThat(String.join("/", Links.apart(text))).isEqualTo(pieces);
    }

    @Test
    void punctuationThatTouchesALinkIsDropped() {
        assertThat(Links.apart("look (at https://a.example).\n\nBye"))
                .containsExactly("look (at ", "https://a.example", "\n\nBye");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "...", "awww. how nice", "awww.nice", "https:// is a scheme", "www.", "a.example", "Www... "
            })
    void aTextWithoutALinkStaysWhole(String text) {
        assertThat(Links.apart(text)).containsExactly(text);
        assertThat(Links.isLink(text)).isFalse();
    }

    @Test
    void aLinkIsKnownFromAPieceOfIt() {
        assertThat(Links.isLink("https://a.example/b")).isTrue();
        assertThat(Links.isLink("https://a.example/b.")).isFalse();
        assertThat(Links.isLink("at https://a.example/b")).isFalse();
    }
}
