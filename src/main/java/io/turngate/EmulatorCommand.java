package io.turngate;

import io.turngate.config.Secret;
import java.io.PrintWriter;
import java.net.URI;
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

    @Option(names = "--port", paramLabel = "<port>", description = "Where it listens; 0 for any. Default: 8090.")
    private int port = LocalManyChat.PORT;

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
        if (gateway.getHost() == null) {
            throw new StartFailure("expected a URL for --gateway, for example http://127.0.0.1:8080/v1/demo/messages");
        }
        LocalManyChat emulator = LocalManyChat.start(port);
        emulator.pointAt(gateway.toString(), secret);
        Runtime.getRuntime().addShutdownHook(new Thread(emulator::close, "shutdown"));
        introduce(Objects.requireNonNull(spec).commandLine().getOut(), emulator);
        return Main.FINE;
    }

    private Secret secret() {
        Map<String, String> environment = DemoCommand.environment(ConfOption.shipped());
        return Optional.ofNullable(environment.get(secretVariable))
                .filter(value -> !value.isEmpty())
                .map(Secret::new)
                .orElseThrow(() -> new StartFailure("the environment variable " + secretVariable
                        + " is not set: it holds the secret of the tenant that --gateway names"));
    }

    private void introduce(PrintWriter out, LocalManyChat emulator) {
        out.printf("%nThis machine emulates ManyChat.%n%n");
        out.printf("  API      %s (manychat.baseUrl in tenant.json)%n", emulator.baseUrl());
        out.printf("  its key  %s%n", emulator.apiToken());
        out.printf("  gateway  %s%n", gateway);
        out.printf("%nTry it:%n%n");
        emulator.printRequest(out, "/emulator/contacts", "{\"id\":\"1001\",\"channel\":\"whatsapp\"}");
        emulator.printRequest(
                out,
                "/emulator/say",
                "{\"contact\":\"1001\",\"text\":\"What does the Spanish course cost?\",\"via\":\"block\"}");
        out.printf("  curl -s %s/emulator/contacts/1001%n%n", emulator.baseUrl());
        emulator.printRequest(out, "/emulator/faults", "{\"fault\":\"tooFast\",\"times\":3,\"call\":\"sendContent\"}");
        out.printf("Ctrl+C stops it; it keeps nothing.%n");
        out.flush();
    }
}
