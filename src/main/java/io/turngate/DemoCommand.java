package io.turngate;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code turngate demo}: the shipped configuration, with an embedded Redis and the scripted runner. */
@Command(
        name = "demo",
        description = "Serves the shipped tenant demo on an embedded Redis that keeps its data, without any account.")
final class DemoCommand implements Callable<Integer> {

    private static final String SECRET_VARIABLE = "TURNGATE_DEMO_SECRET";
    private static final String SECRET = "demo-secret";

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        Path conf = ConfOption.shipped();
        Map<String, String> environment = environment(conf);
        ServerRun.Started started = ServerRun.start(conf, environment, true);
        introduce(Objects.requireNonNull(spec).commandLine().getOut(), started, environment.get(SECRET_VARIABLE));
        return Main.FINE;
    }

    /** The process's environment, with the demo's well-known secret where the shipped configuration is read. */
    static Map<String, String> environment(Path conf) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        if (conf.toAbsolutePath()
                .normalize()
                .equals(ConfOption.shipped().toAbsolutePath().normalize())) {
            environment.putIfAbsent(SECRET_VARIABLE, SECRET);
        }
        return environment;
    }

    private static void introduce(PrintWriter out, ServerRun.Started started, @Nullable String secret) {
        String server = "http://127.0.0.1:" + started.gateway().port();
        out.printf("%nTurngate serves the tenant demo.%n%n");
        out.printf("  messages    %s/v1/demo/messages%n", server);
        out.printf(
                "  management  http://127.0.0.1:%d/health/ready%n",
                started.gateway().managementPort());
        out.printf("  redis       %s%n", started.redis().endpoint().uri());
        started.config().redis().embeddedDir().ifPresent(dir -> out.printf("  data        %s%n", dir));
        out.printf("  rules       %s%n", ConfOption.shipped().resolve("tenants/demo/rules.json"));
        out.printf("%nTry it:%n%n");
        out.printf("  curl -s '%s/v1/demo/messages?format=fields' \\%n", server);
        out.printf("    -H 'Authorization: Bearer %s' -H 'Content-Type: application/json' \\%n", secret);
        out.printf("    -d '{\"subscriber_id\":\"1001\",\"text\":\"What does the Spanish course cost?\"}'%n%n");
        out.printf("Ctrl+C stops it; the turns stay.%n");
        out.flush();
    }
}
