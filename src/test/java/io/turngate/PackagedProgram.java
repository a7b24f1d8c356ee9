package io.turngate;

import io.turngate.testing.ConfFolder;
import io.turngate.testing.SecrecyLedger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The packaged program, run as a process with the JVM of the tests and an environment that holds no setting. */
final class PackagedProgram {

    private static final long LIMIT_SECONDS = 30;
    private static final String SETTINGS = "TURNGATE_";

    /** Starts a JVM sooner; nothing here is about how fast a long run becomes. */
    private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");

    private PackagedProgram() {}

    /** What a run of the program left: its exit status, and what it wrote in lines. */
    record Finished(int status, List<String> out, List<String> err) {}

    /** The words that start the program. */
    static List<String> command(List<String> jvmOptions, List<String> arguments) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(QUICK);
        words.addAll(jvmOptions);
        words.add("-jar");
        words.add(Objects.requireNonNull(System.getProperty("turngate.jar"), "turngate.jar is set by mvn verify"));
        words.addAll(arguments);
        return words;
    }

    /** Not yet started; its streams go to the files {@code out} and {@code err} of the folder. */
    static ProcessBuilder builder(List<String> command, Map<String, String> environment, Path folder) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment()
                .keySet()
                .removeIf(name -> name.startsWith(SETTINGS) || name.startsWith("JAVA_") || name.startsWith("JDK_JAVA"));
        builder.environment().putAll(environment);
        return builder;
    }

    /** Runs a command to its end. */
    static Finished run(String... arguments) {
        return run(Map.of(), List.of(arguments));
    }

    static Finished run(Map<String, String> environment, List<String> arguments) {
        return run(List.of(), environment, arguments);
    }

    static Finished run(List<String> jvmOptions, Map<String, String> environment, List<String> arguments) {
        Path folder = TestFolder.make("turngate-run");
        try {
            return run(builder(command(jvmOptions, arguments), environment, folder), folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            TestFolder.delete(folder);
        }
    }

    private static Finished run(ProcessBuilder builder, Path folder) throws IOException {
        Process process = builder.start();
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the program has not ended; it says " + lines(folder, "out"));
            }
            Finished finished = new Finished(process.exitValue(), lines(folder, "out"), lines(folder, "err"));
            SecrecyLedger.output("process-log", String.join("\n", finished.out()));
            SecrecyLedger.output("process-log", String.join("\n", finished.err()));
            return finished;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Gives a configuration the shipped logback.xml: the log goes to standard output. */
    static void logAsShipped(ConfFolder conf) {
        try {
            conf.write("logback.xml", Files.readString(Path.of("conf", "logback.xml")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the program has written so far to {@code out} or {@code err}. */
    static List<String> lines(Path folder, String stream) {
        try {
            return Files.readString(folder.resolve(stream)).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
