package io.turngate;

import io.turngate.config.ConfigException;
import io.turngate.config.EvalCase;
import io.turngate.config.EvalReader;
import io.turngate.config.GatewayConfig;
import io.turngate.config.Problem;
import io.turngate.config.RunnerSettings;
import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfigParser;
import io.turngate.config.TenantFolder;
import io.turngate.core.TenantId;
import io.turngate.eval.CaseResult;
import io.turngate.eval.JsonReport;
import io.turngate.eval.JunitReport;
import io.turngate.eval.Summary;
import io.turngate.eval.TextReport;
import io.turngate.eval.TextReport.Paint;
import io.turngate.eval.WholeFile;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code turngate eval}: a tenant's cases, run against its runner. */
@Command(
        name = "eval",
        description = {
            "Runs the cases in conf/tenants/<tenant>/evals/*.jsonl against the tenant's runner, and says what did not hold.",
            "Nothing of real contacts is touched and nothing is sent to ManyChat; a model is asked and paid.",
            "Exit status 0: all passed; 1: some failed; 2: could not be run."
        })
final class EvalCommand implements Callable<Integer> {

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

    @Mixin
    private final ConfOption conf = new ConfOption();

    @Parameters(index = "0", paramLabel = "<tenant>", description = "The tenant's folder name.")
    private String tenant = "";

    @Option(
            names = "--provider",
            paramLabel = "<name>",
            description = "Another runner.provider than tenant.json's; the fallback, if it has this one.")
    private @Nullable String provider;

    @Option(
            names = "--case",
            paramLabel = "<name>",
            description = "Only cases of this name; * stands for any characters, ? for one.")
    private @Nullable String selection;

    @Option(names = "--json", paramLabel = "<file>", description = "Writes a report for scripts.")
    private @Nullable Path json;

    @Option(names = "--junit", paramLabel = "<file>", description = "Writes a report in the XML of JUnit.")
    private @Nullable Path junit;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        refuseReportsWithoutFolder();
        Path folder = conf.folder();
        Map<String, String> environment = DemoCommand.environment(folder);
        Vertx vertx = PlainVertx.create();
        try {
            GatewayConfig gateway = ConfOption.load(vertx, folder, environment);
            TenantFolder files = tenantFolder(folder);
            Loaded loaded = load(files, environment);
            List<EvalCase> cases = selected(loaded.cases());
            try (EvalBench bench = EvalBench.open(vertx, gateway)) {
                return run(bench, loaded.tenant(), cases);
            }
        } finally {
            Blocking.await(vertx.close(), CLOSE_LIMIT);
        }
    }

    private record Loaded(TenantConfig tenant, List<EvalCase> cases) {}

    private int run(EvalBench bench, TenantConfig config, List<EvalCase> cases) {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        TextReport text = new TextReport(paint());
        long startNanos = System.nanoTime();
        List<CaseResult> results = bench.run(config, cases, result -> {
            out.print(text.of(result));
            out.flush();
        });
        Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
        Summary summary = new Summary(tenant, name(config.runner()), results, took);
        out.println();
        out.println(summary.line());
        out.flush();
        write(json, () -> JsonReport.of(summary));
        write(junit, () -> JunitReport.of(summary));
        if (results.stream().noneMatch(result -> result.seen().isPresent() || result.isFailed())) {
            throw new StartFailure(
                    "no case is meant for provider " + config.runner().provider() + ": nothing was run");
        }
        return summary.isGood() ? Main.FINE : Main.NO;
    }

    private static Paint paint() {
        return Ansi.AUTO.enabled()
                ? new Paint(
                        word -> Ansi.ON.string("@|green " + word + "|@"),
                        word -> Ansi.ON.string("@|bold,red " + word + "|@"),
                        word -> Ansi.ON.string("@|faint " + word + "|@"))
                : Paint.NONE;
    }

    private static String name(RunnerSettings runner) {
        return runner.model()
                .map(choice -> choice.provider() + "/" + choice.model())
                .orElse(runner.provider());
    }

    private TenantFolder tenantFolder(Path folder) {
        if (!TenantId.isValid(tenant)) {
            throw new StartFailure("not a tenant name: expected [a-z0-9-]{1,40}");
        }
        TenantFolder files = TenantFolder.read(folder, new TenantId(tenant));
        return provider == null ? files : files.withProvider(provider);
    }

    /** What is wrong with the tenant and what is wrong with its cases, together. */
    private static Loaded load(TenantFolder files, Map<String, String> environment) {
        List<Problem> problems = new ArrayList<>();
        Optional<TenantConfig> config =
                collect(problems, () -> new TenantConfigParser(environment, Runners.PROVIDERS).parse(files));
        Optional<List<EvalCase>> cases = collect(problems, () -> new EvalReader(Runners.PROVIDERS).read(files));
        if (config.isEmpty() || cases.isEmpty()) {
            throw new ConfigException(problems);
        }
        return new Loaded(config.get(), cases.get());
    }

    private static <T> Optional<T> collect(List<Problem> problems, Supplier<T> reading) {
        try {
            return Optional.of(reading.get());
        } catch (ConfigException e) {
            problems.addAll(e.problems());
            return Optional.empty();
        }
    }

    private List<EvalCase> selected(List<EvalCase> all) {
        if (all.isEmpty()) {
            throw new StartFailure(
                    "tenant " + tenant + " has no cases: expected lines in tenants/" + tenant + "/evals/*.jsonl");
        }
        String wanted = selection;
        if (wanted == null) {
            return all;
        }
        Pattern names = glob(wanted);
        List<EvalCase> some =
                all.stream().filter(one -> names.matcher(one.name()).matches()).toList();
        if (some.isEmpty()) {
            throw new StartFailure("tenant " + tenant + " has no case of that name among its " + all.size());
        }
        return some;
    }

    private static Pattern glob(String glob) {
        StringBuilder pattern = new StringBuilder();
        glob.codePoints()
                .forEach(point -> pattern.append(
                        switch (point) {
                            case '*' -> ".*";
                            case '?' -> ".";
                            default -> Pattern.quote(Character.toString(point));
                        }));
        return Pattern.compile(pattern.toString());
    }

    /** A report that cannot be written is known before a model is paid. */
    private void refuseReportsWithoutFolder() {
        for (Path file : new Path[] {json, junit}) {
            if (file == null) {
                continue;
            }
            Path folder = file.toAbsolutePath().getParent();
            if (folder == null || !Files.isWritable(folder) || Files.isDirectory(file)) {
                throw new StartFailure("a report cannot be written there: " + file);
            }
        }
    }

    private static void write(@Nullable Path file, Supplier<String> text) {
        if (file == null) {
            return;
        }
        try {
            WholeFile.write(file, text.get());
        } catch (IOException e) {
            throw new StartFailure("a report could not be written: " + file);
        }
    }
}
