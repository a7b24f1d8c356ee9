package io.turngate.testing;

import io.turngate.rules.Keywords;
import io.turngate.rules.OpeningTrigger;
import io.turngate.rules.Rules;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rules with every default, and what a test changes of them. */
public final class TestRules {

    public static final String ESCALATION = "A colleague will answer you soon.";

    private int historyDays = 30;
    private int idleResetHours = 24;
    private int cap = 25;
    private int ratePerHour = 600;
    private @Nullable String mediaFallback;
    private List<String> keywords = List.of();
    private @Nullable OpeningTrigger opening;
    private @Nullable Integer retentionDays;
    private int duplicateSeconds = 15;
    private String version = "0123456789ab";

    public TestRules historyDays(int days) {
        historyDays = days;
        return this;
    }

    public TestRules idleResetHours(int hours) {
        idleResetHours = hours;
        return this;
    }

    public TestRules cap(int turns) {
        cap = turns;
        return this;
    }

    public TestRules ratePerHour(int messages) {
        ratePerHour = messages;
        return this;
    }

    public TestRules mediaFallback(String text) {
        mediaFallback = text;
        return this;
    }

    public TestRules keywords(String... words) {
        keywords = List.of(words);
        return this;
    }

    public TestRules opening(String keyword, String message) {
        opening = new OpeningTrigger(List.of(keyword), message);
        return this;
    }

    public TestRules retentionDays(int days) {
        retentionDays = days;
        return this;
    }

    public TestRules duplicateSeconds(int seconds) {
        duplicateSeconds = seconds;
        return this;
    }

    public TestRules version(String hash) {
        version = hash;
        return this;
    }

    public Rules build() {
        return new Rules(
                version,
                historyDays,
                idleResetHours,
                cap,
                ratePerHour,
                new Rules.Messages("One moment, please.", ESCALATION, Optional.ofNullable(mediaFallback)),
                0.6,
                new Keywords(keywords),
                Optional.ofNullable(opening),
                new Rules.Budget(1_000_000, 5),
                duplicateSeconds,
                Optional.ofNullable(retentionDays),
                true);
    }
}
