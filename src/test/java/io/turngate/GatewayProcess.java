package io.turngate;

import static org.awaitility.Awaitility.await;

import io.turngate.testing.ConfFolder;
import io.turngate.testing.SecrecyLedger;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A gateway as a process of its own, from the packaged program; ended with this, whatever the test did to it. */
final class GatewayProcess implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Pattern SERVING =
            Pattern.compile("serving \\d+ tenants on [^ ]+:(\\d+), management on [^ ]+:(\\d+)");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Path folder = TestFolder.make("turngate-process");
    private final Process process;
    private int port;
    private int managementPort;

    private GatewayProcess(List<String> command, Map<String, String> environment) {
        try {
            process = PackagedProgram.builder(command, environment, folder).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code serve} on a configuration; returns when it says that it serves. */
    static GatewayProcess start(ConfFolder conf, String... jvmOptions) {
        return start(serve(conf, jvmOptions), Map.of());
    }

    /** The same with variables of its environment. */
    static GatewayProcess start(ConfFolder conf, Map<String, String> environment) {
        return start(serve(conf), environment);
    }

    /** {@code serve} on a folder that was laid out by the test, with its logback.xml. */
    static GatewayProcess start(Path conf, Map<String, String> environment) {
        return start(PackagedProgram.command(List.of(), List.of("serve", "--conf", conf.toString())), environment);
    }

    /** As under nohup: with a SIGHUP that the one who starts it has set to be ignored. */
    static GatewayProcess startDeafToHangup(ConfFolder conf) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", "trap '' HUP; exec \"$@\"", "sh"));
        words.addAll(serve(conf));
        return start(words, Map.of());
    }

    private static List<String> serve(ConfFolder conf, String... jvmOptions) {
        PackagedProgram.logAsShipped(conf);
        return PackagedProgram.command(
                List.of(jvmOptions), List.of("serve", "--conf", conf.path().toString()));
    }

    private static GatewayProcess start(List<String> command, Map<String, String> environment) {
        GatewayProcess gateway = new GatewayProcess(command, environment);
        try {
            await().atMost(LIMIT).pollInterval(Duration.ofMillis(20)).until(gateway::isServing);
            return gateway;
        } catch (RuntimeException e) {
            String log = gateway.log() + " " + PackagedProgram.lines(gateway.folder, "err");
            gateway.close();
            throw new IllegalStateException("the gateway does not serve: " + log, e);
        }
    }

    private boolean isServing() {
        if (!process.isAlive()) {
            throw new IllegalStateException("ended with status " + process.exitValue());
        }
        Matcher serving = SERVING.matcher(String.join("\n", log()));
        if (!serving.find()) {
            return false;
        }
        port = Integer.parseInt(serving.group(1));
        managementPort = Integer.parseInt(serving.group(2));
        return true;
    }

    int port() {
        return port;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The log's lines so far. */
    List<String> log() {
        return PackagedProgram.lines(folder, "out");
    }

    /** The log's lines that contain a text. */
    List<String> logged(String text) {
        return log().stream().filter(line -> line.contains(text)).toList();
    }

    /** Sends a signal: {@code HUP}, {@code TERM}, {@code KILL}. */
    void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            if (!kill.waitFor(5, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new IllegalStateException("kill -" + name + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Waits for the end; the exit status. */
    int awaitExit() {
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(10)).until(() -> !process.isAlive());
        return process.exitValue();
    }

    /** SIGTERM, and waits for the end. */
    int stop() {
        signal("TERM");
        return awaitExit();
    }

    /** One message of a contact to the tenant school; the flat fields of the answer. */
    JsonObject say(String contact, String text) {
        return new JsonObject(post(contact, text).join().body());
    }

    CompletableFuture<HttpResponse<String>> post(String contact, String text) {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/v1/school/messages?format=fields"))
                .timeout(LIMIT)
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + ConfFolder.SECRET)
                .POST(BodyPublishers.ofString(SteadyLoad.body(contact, text)))
                .build();
        return client.sendAsync(request, BodyHandlers.ofString()).thenApply(SecrecyLedger::response);
    }

    /** What the management server answers to a GET. */
    HttpResponse<String> management(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + path))
                .timeout(LIMIT)
                .build();
        return SecrecyLedger.response(
                client.sendAsync(request, BodyHandlers.ofString()).join());
    }

    /** Also ends the embedded Redis that a gateway which is killed leaves behind. */
    @Override
    public void close() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        awaitExit();
        SecrecyLedger.output("process-log", String.join("\n", log()));
        SecrecyLedger.output("process-log", String.join("\n", PackagedProgram.lines(folder, "err")));
        children.forEach(ProcessHandle::destroyForcibly);
        TestFolder.delete(folder);
    }
}
