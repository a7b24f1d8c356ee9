package io.turngate.eval;

import io.turngate.runner.RunnerReply.Spent;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * All cases of a run.
 *
 * @param tenant the tenant's name
 * @param runner what answered: {@code scripted}, or provider and model
 * @param results in the order of the cases
 * @param took the whole run
 */
public record Summary(String tenant, String runner, List<CaseResult> results, Duration took) {

    private static final double MICROS = 1_000_000;

    public Summary {
        results = List.copyOf(results);
    }

    /** Whether no case failed and at least one was run. */
    public boolean isGood() {
        return count(CaseResult::isFailed) == 0 && count(CaseResult::isPassed) > 0;
    }

    int count(Predicate<CaseResult> kind) {
        return (int) results.stream().filter(kind).count();
    }

    /** What all replies took. */
    Spent spent() {
        return new Spent(sum(Spent::tokensIn), sum(Spent::tokensOut), sum(Spent::costMicroUsd));
    }

    private long sum(ToLongFunction<Spent> part) {
        return results.stream()
                .flatMap(result -> result.seen().stream())
                .map(Observation::spent)
                .mapToLong(part)
                .sum();
    }

    /** One line. */
    public String line() {
        Spent spent = spent();
        String cost = spent.tokensIn() + spent.tokensOut() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; %d tokens read, %d written, %.4f USD",
                        spent.tokensIn(),
                        spent.tokensOut(),
                        spent.costMicroUsd() / MICROS);
        return String.format(
                Locale.ROOT,
                "%s on %s: %d passed, %d failed, %d skipped in %.1f s%s",
                tenant,
                runner,
                count(CaseResult::isPassed),
                count(CaseResult::isFailed),
                count(CaseResult::isSkipped),
                took.toMillis() / 1_000.0,
                cost);
    }
}
