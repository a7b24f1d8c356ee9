package io.turngate;

import io.turngate.config.Secret;
import io.turngate.emulator.EmulatorOptions;
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

/**
 * {@code turngate demo}: the shipped configuration, with an embedded Redis, the scripted runner and a ManyChat that is
 * emulated.
 */
@Command(
        name = "demo",
        description =
                "Serves the shipped tenant demo on an embedded Redis that keeps its data, with an emulated ManyChat.")
final class DemoCommand implements Callable<Integer> {

    private static final String SECRET_VARIABLE = "TURNGATE_DEMO_SECRET";
    private static final String SECRET = "demo-secret";
    private static final String API_TOKEN_VARIABLE = "TURNGATE_DEMO_API_TOKEN";

    /** The emulator's; it opens nothing else. */
    private static final String API_TOKEN =
            EmulatorOptions.STRICT.account().apiToken().reveal();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        Path conf = ConfOption.shipped();
        ServerRun.configureLogging(conf);
        LocalManyChat manyChat = LocalManyChat.start(LocalManyChat.PORT);
        try {
            Map<String, String> environment = environment(conf);
            String secret = Objects.requireNonNull(environment.get(SECRET_VARIABLE));
            ServerRun.Started started = ServerRun.start(conf, environment, true);
            Runtime.getRuntime().addShutdownHook(new Thread(manyChat::close, "shutdown of the emulator"));
            manyChat.pointAt(messages(started), new Secret(secret));
            String contact = DemoContact.find(started.redis().endpoint());
            manyChat.addContact(contact, "Ana");
            introduce(Objects.requireNonNull(spec).commandLine().getOut(), started, manyChat, contact);
            return Main.FINE;
        } catch (RuntimeException e) {
            manyChat.close();
            throw e;
        }
    }

    private static String messages(ServerRun.Started started) {
        return "http://127.0.0.1:" + started.gateway().port() + "/v1/demo/messages";
    }

    /** The process's environment, with the demo's well-known secrets where the shipped configuration is read. */
    static Map<String, String> environment(Path conf) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        if (conf.toAbsolutePath()
                .normalize()
                .equals(ConfOption.shipped().toAbsolutePath().normalize())) {
            environment.putIfAbsent(SECRET_VARIABLE, SECRET);
            environment.putIfAbsent(API_TOKEN_VARIABLE, API_TOKEN);
        }
        return environment;
    }

    private static void introduce(PrintWriter out, ServerRun.Started started, LocalManyChat manyChat, String contact) {
        out.printf("%nTurngate serves the tenant demo.%n%n");
        out.printf("  messages    %s%n", messages(started));
        out.printf(
                "  management  http://127.0.0.1:%d/health/ready%n",
                started.gateway().managementPort());
        out.printf("  ManyChat    %s (emulated, with one contact)%n", manyChat.baseUrl());
        out.printf(
                "  redis       %s%n",
                String.join(", ", started.redis().endpoint().uris()));
        started.config().redis().embeddedDir().ifPresent(dir -> out.printf("  data        %s%n", dir));
        out.printf("  rules       %s%n", ConfOption.shipped().resolve("tenants/demo/rules.json"));
        out.printf("%nHave the contact write, then write again, then look at what they got:%n%n");
        manyChat.printRequest(
                out,
                "/emulator/say",
                "{\"contact\":\"" + contact + "\",\"text\":\"What does the Spanish course cost?\"}");
        out.printf("  curl -s %s/emulator/contacts/%s%n%n", manyChat.baseUrl(), contact);
        out.printf("Ctrl+C stops it; the turns stay.%n");
        out.flush();
    }
}
