package io.turngate.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shipped pattern: one line an event, whatever is in it. */
class OneLineTest {

    private static final Pattern PATTERN = Pattern.compile("<pattern>(.*)</pattern>");

    private final LoggerContext context = new LoggerContext();

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"plain  text;plain  text", "a\\nb;a | b", "a\\rb;a | b", "a \\r\\n\\r\\n\\tat b\\n;a | at b"})
    void lineBreaksAndTheSpaceAroundThemBecomeABar(String text, String shown) throws IOException {
        String given = text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
        assertThat(line(given, null)).endsWith(" INFO  [main] a.Name - " + shown + " \n");
    }

    @Test
    void aStackTraceIsPartOfItsLineAndThereOnce() throws IOException {
        String line = line("it failed", new IllegalStateException("first\nsecond", new IOException("cause")));
        assertThat(line).containsOnlyOnce("\n").endsWith("\n");
        assertThat(line).contains("it failed java.lang.IllegalStateException: first | second | at io.turngate.log.");
        assertThat(line).containsOnlyOnce("Caused by: java.io.IOException: cause");
    }

    private String line(String text, @Nullable Throwable failure) throws IOException {
        PatternLayout layout = new PatternLayout();
        layout.setContext(context);
        layout.getInstanceConverterMap().put("oneLine", OneLine::new);
        layout.setPattern(shippedPattern());
        layout.start();
        LoggingEvent event = new LoggingEvent("", context.getLogger("a.Name"), Level.INFO, text, failure, null);
        event.setThreadName("main");
        return layout.doLayout(event);
    }

    private static String shippedPattern() throws IOException {
        Matcher pattern = PATTERN.matcher(Files.readString(Path.of("conf", "logback.xml")));
        assertThat(pattern.find()).isTrue();
        return pattern.group(1);
    }
}
