package io.turngate;

import io.turngate.config.ConfigCheck;
import io.turngate.config.Problem;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code turngate check}: says everything that is wrong with a configuration; what it advises changes no status. */
@Command(
        name = "check",
        description = "Validates gateway.json and every tenant; prints every problem, warning and hint.")
final class CheckCommand implements Callable<Integer> {

    @Mixin
    private final ConfOption conf = new ConfOption();

    @Parameters(index = "0", arity = "0..1", paramLabel = "<folder>", description = "The same as --conf.")
    private @Nullable Path folder;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        Path checked = folder == null ? conf.folder() : folder;
        ConfigCheck.Findings found = ConfigCheck.check(checked, System.getenv(), Runners.PROVIDERS);
        List<Problem> problems = found.problems();
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        problems.forEach(out::println);
        found.advice().forEach(out::println);
        out.println(problems.isEmpty() ? checked + ": fine" : checked + ": " + count(problems.size()));
        out.flush();
        return problems.isEmpty() ? Main.FINE : Main.NO;
    }

    private static String count(int problems) {
        return problems == 1 ? "1 problem" : problems + " problems";
    }
}
