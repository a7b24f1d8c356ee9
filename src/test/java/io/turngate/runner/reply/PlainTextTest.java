package io.turngate.runner.reply;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            nullValues = "-",
            value = {
                "**Group course** is *great* | Group course is great",
                "***all*** ~~gone~~ __bold__ _slanted_ | all gone bold slanted",
                "**_both_** and _**both**_ | both and both",
                "# Prices ## | Prices",
                "### Prices, #1 | Prices, #1",
                "Use `code` here | Use code here",
                "[our page](https://school.example/a_b_c) now | our page: https://school.example/a_b_c now",
                "[https://x.example](https://x.example) | https://x.example",
                "[wiki](https://x.example/a_(b)) | wiki: https://x.example/a_(b)",
                "![photo](https://x.example/p.png 'A photo') | photo: https://x.example/p.png",
                "[write](mailto:a@x.example) | write: a@x.example",
                "<https://x.example/a> | https://x.example/a",
                "> quoted | quoted",
                "* one | - one",
                "+ two | - two",
                "1\\. not a list \\*really\\* | 1. not a list *really*"
            })
    void markdownBecomesWhatAPersonWouldType(String markdown, String plain) {
        assertThat(PlainText.of(markdown)).isEqualTo(plain);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2*3*4 = 24",
                "5 * 3 * 2",
                "snake_case_name and file_name.txt",
                "https://x.example/a_b_c*d*e?f=_g_",
                "a < b > c",
                "Price: 5 | 6",
                "- one\n- two",
                "#hashtag",
                "Hello :) [soon]",
                "one - two"
            })
    void ordinaryTextStaysAsItIs(String text) {
        assertThat(PlainText.of(text)).isEqualTo(text);
    }

    @Test
    void blocksLoseTheirFrames() {
        assertThat(PlainText.of("""
                ## Courses

                | Course | Price |
                |:-------|------:|
                | Group  | **120 EUR** |

                ---

                ```text
                a *b*
                ```
                Bye""")).isEqualTo("""
                Courses

                Course, Price
                Group, 120 EUR

                a *b*
                Bye""");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*a",
                "**a",
                "_a ",
                "[a](b",
                "[",
                "`",
                "# ",
                "> ",
                "|-",
                "a*",
                "<https://",
                "![](",
                "\\",
                "- -",
                "~~a"
            })
    void noTextTakesLongerThanItsLengthAllows(String piece) {
        assertThat(PlainText.of(piece.repeat(60_000 / piece.length()))).isNotNull();
    }
}
