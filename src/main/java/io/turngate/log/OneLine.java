package io.turngate.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.pattern.CompositeConverter;
import java.util.regex.Pattern;

/**
 * The conversion word that keeps an event on one line, its stack trace too: line breaks in it become {@code " | "}. In a
 * pattern a space has to follow its closing parenthesis: logback takes a conversion word right behind one for text.
 */
public final class OneLine extends CompositeConverter<ILoggingEvent> {

    private static final Pattern BREAKS = Pattern.compile("\\s*[\\r\\n]+\\s*");

    @Override
    protected String transform(ILoggingEvent event, String text) {
        String said = text.stripTrailing();
        // Nearly every event has no breaks, and looking for them with a pattern tries at each space.
        boolean isOneLine = said.indexOf('\n') < 0 && said.indexOf('\r') < 0;
        return isOneLine ? said : BREAKS.matcher(said).replaceAll(" | ");
    }
}
