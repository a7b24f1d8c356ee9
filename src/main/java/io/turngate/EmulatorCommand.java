package io.turngate;

import io.turngate.config.Secret;
import io.turngate.emulator.Emulator;
import io.turngate.emulator.EmulatorOptions;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code turngate emulator}: a ManyChat of one's own, to try a gateway without an account. */
@Command(
        name = "emulator",
        description = "Emulates ManyChat on loopback until SIGTERM: its API, its flows, and faults on demand.")
final class EmulatorCommand implements Callable<Integer> {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Option(names = "--port", paramLabel = "<port>", description = "Where it listens; 0 for any. Default: 8090.")
    private int port = 8090;

    @Option(
            names = "--gateway",
            paramLabel = "<url>",
            description = "The address of a tenant's messages. Default: that of the demo, ${DEFAULT-VALUE}.")
    private URI gateway = URI.create("http://127.0.0.1:8080/v1/demo/messages");

    @Option(
            names = "--secret-env",
            paramLabel = "<name>",
            description = "The environment variable with the tenant's secret. Default: ${DEFAULT-VALUE}.")
    private String secretVariable = "TURNGATE_DEMO_SECRET";

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        Secret secret = secret();
        if (port < 0 || port > 65_535) {
            throw new StartFailure("a port is 0 to 65535, found " + port);
        }
        if (gateway.getHost() == null) {
            throw new StartFailure("expected a URL for --gateway, for example http://127.0.0.1:8080/v1/demo/messages");
        }
        Vertx vertx = PlainVertx.create();
        try {
            Emulator emulator = Blocking.await(
                    Emulator.start(
                            vertx, EmulatorOptions.STRICT.on("127.0.0.1", port).withReroutedCallbacks()),
                    LIMIT);
            Blocking.await(emulator.pointAt(gateway.toString(), secret), LIMIT);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> Blocking.await(vertx.close(), LIMIT), "shutdown"));
            introduce(Objects.requireNonNull(spec).commandLine().getOut(), emulator);
            return Main.FINE;
        } catch (RuntimeException e) {
            Blocking.await(vertx.close(), LIMIT);
            throw new StartFailure("cannot listen on 127.0.0.1:" + port + ": " + e.getMessage());
        }
    }

    private Secret secret() {
        Map<String, String> environment = DemoCommand.environment(ConfOption.shipped());
        return Optional.ofNullable(environment.get(secretVariable))
                .filter(value -> !value.isEmpty())
                .map(Secret::new)
                .orElseThrow(() -> new StartFailure("the environment variable " + secretVariable
                        + " is not set: it holds the secret of the tenant that --gateway names"));
    }

    private void introduce(PrintWriter out, Emulator emulator) {
        String base = emulator.baseUrl();
        out.printf("%nThis machine emulates ManyChat.%n%n");
        out.printf("  API      %s (manychat.baseUrl in tenant.json)%n", base);
        out.printf("  its key  %s%n", emulator.apiToken().reveal());
        out.printf("  gateway  %s%n", gateway);
        out.printf("%nTry it:%n%n");
        curl(out, base + "/emulator/contacts", "{\"id\":\"1001\",\"channel\":\"whatsapp\"}");
        curl(
                out,
                base + "/emulator/say",
                "{\"contact\":\"1001\",\"text\":\"What does the Spanish course cost?\",\"via\":\"block\"}");
        out.printf("  curl -s %s/emulator/contacts/1001%n%n", base);
        curl(out, base + "/emulator/faults", "{\"fault\":\"tooFast\",\"times\":3,\"call\":\"sendContent\"}");
        out.printf("Ctrl+C stops it; it keeps nothing.%n");
        out.flush();
    }

    private static void curl(PrintWriter out, String url, String body) {
        out.printf("  curl -s %s -H 'Content-Type: application/json' \\%n    -d '%s'%n%n", url, body);
    }
}
