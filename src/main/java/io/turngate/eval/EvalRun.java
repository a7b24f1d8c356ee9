package io.turngate.eval;

import io.turngate.config.EvalCase;
import io.turngate.config.TenantConfig;
import io.turngate.core.Contact;
import io.turngate.eval.Verdict.Failed;
import io.turngate.eval.Verdict.Miss;
import io.turngate.eval.Verdict.Skipped;
import io.turngate.runner.Runner;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Runs cases, a few at a time, and tells of each in the order in which they were given. For one run, on the event loop of
 * its store.
 */
public final class EvalRun {

    /** Cases that are run at a time. */
    static final int AT_ONCE = 4;

    private final Bench bench;
    private final List<EvalCase> cases;
    private final Consumer<CaseResult> listener;
    private final Runner ordinary;
    private final List<Optional<CaseResult>> results = new ArrayList<>();
    private final Set<Contact> present = new LinkedHashSet<>();
    private final Promise<List<CaseResult>> done = Promise.promise();
    private int started;
    private int told;
    private boolean isStopped;

    /** @param listener hears of each case, in order, on the event loop */
    public EvalRun(Bench bench, List<EvalCase> cases, Consumer<CaseResult> listener) {
        this.bench = bench;
        this.cases = List.copyOf(cases);
        this.listener = listener;
        this.ordinary = bench.runners().apply(bench.tenant());
        cases.forEach(one -> results.add(Optional.empty()));
    }

    /** Runs all; the results in the order of the cases. Never fails: a case that cannot be run has failed. */
    public Future<List<CaseResult>> run() {
        for (int i = 0; i < AT_ONCE; i++) {
            next();
        }
        return done.future();
    }

    /** Begins no further case and removes what those under way have left. */
    public Future<Void> stop() {
        isStopped = true;
        return Future.all(present.stream()
                        .map(contact -> bench.store().remove(contact))
                        .toList())
                .mapEmpty();
    }

    private void next() {
        if (isStopped || started == cases.size()) {
            return;
        }
        int index = started++;
        result(cases.get(index), index).onComplete(result -> {
            results.set(index, Optional.of(result.result()));
            tell();
            next();
        });
    }

    private void tell() {
        while (told < results.size() && results.get(told).isPresent()) {
            listener.accept(results.get(told).get());
            told++;
        }
        if (told == results.size()) {
            done.tryComplete(results.stream().flatMap(Optional::stream).toList());
        }
    }

    /** Never fails. */
    private Future<CaseResult> result(EvalCase evalCase, int index) {
        String provider = bench.tenant().runner().provider();
        if (!evalCase.isFor(provider)) {
            Skipped skipped = new Skipped("not meant for " + provider);
            return Future.succeededFuture(new CaseResult(evalCase, skipped, Optional.empty()));
        }
        Trial trial = new Trial(bench, evalCase, Integer.toString(index + 1), runner(evalCase));
        present.add(trial.contact());
        return trial.run()
                .onComplete(ran -> present.remove(trial.contact()))
                .compose(seen -> bench.vertx()
                        .executeBlocking(() -> Judgement.of(evalCase, seen), false)
                        .map(verdict -> new CaseResult(evalCase, verdict, Optional.of(seen))))
                .otherwise(failure -> notRun(evalCase, failure));
    }

    private Runner runner(EvalCase evalCase) {
        TenantConfig tenant = bench.tenant();
        return evalCase.rules()
                .map(rules -> bench.runners().apply(tenant.withRules(rules)))
                .orElse(ordinary);
    }

    private static CaseResult notRun(EvalCase evalCase, Throwable failure) {
        Miss miss = new Miss("that the case can be run", String.valueOf(failure.getMessage()));
        return new CaseResult(evalCase, new Failed(List.of(miss)), Optional.empty());
    }
}
