package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script in a root of its own, with a Java and a Maven that only say how they were called. */
class LauncherIT {

    private static final List<String> TOOLS = List.of(
            "bash",
            "cat",
            "dirname",
            "env",
            "find",
            "flock",
            "head",
            "mkdir",
            "readlink",
            "sed",
            "sleep",
            "tail",
            "touch");

    @TempDir
    Path temporary;

    private Path root;
    private Path bin;

    @BeforeEach
    void makeRoot() throws IOException {
        root = Files.createDirectories(temporary.toRealPath().resolve("the root"));
        bin = Files.createDirectories(root.resolveSibling("bin"));
        Files.copy(Path.of("turngate"), root.resolve("turngate"));
        Files.createDirectories(root.resolve("src/main"));
        Files.createDirectories(root.resolve("redis"));
        Files.createFile(root.resolve("pom.xml"));
        for (String tool : TOOLS) {
            script(tool, "exec /usr/bin/" + tool + " \"$@\"");
        }
        java("17.0.1");
        script("mvn", "echo \"$PWD $*\" >> '" + root + "/builds'; sleep 0.3; touch target/turngate-all.jar");
    }

    @Test
    void itBuildsOnceAndAgainOnlyWhenASourceIsNewer() throws IOException {
        assertThat(run("check").error()).isEqualTo("turngate: building " + jar() + "\n");
        assertThat(run("check").error()).isEmpty();
        assertThat(builds())
                .hasSize(1)
                .first()
                .asString()
                .startsWith(root + " ")
                .endsWith(" package");
        for (String source : List.of("src/main/A.java", "redis/a.lua", "pom.xml")) {
            Path file = root.resolve(source);
            Files.writeString(file, "new");
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
            Files.setLastModifiedTime(jar(), FileTime.from(Instant.now()));
            int before = builds().size();
            run("check");
            assertThat(builds()).as(source).hasSize(before + 1);
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
            Files.setLastModifiedTime(jar(), FileTime.from(Instant.now()));
        }
    }

    @Test
    void itBecomesTheJvmInTheFolderOfTheCallerAlsoThroughALink() throws IOException {
        Path elsewhere = Files.createDirectory(root.resolveSibling("elsewhere"));
        Path first = Files.createSymbolicLink(elsewhere.resolve("first"), Path.of("../the root/turngate"));
        Path second = Files.createSymbolicLink(elsewhere.resolve("second"), first);
        Run run =
                run(elsewhere, List.of(second.toString(), "inspect", "a b", "*"), Map.of("JAVA_OPTS", "-Xmx1g -Da=b"));
        assertThat(run.output().lines())
                .containsExactly(
                        Long.toString(run.pid()),
                        elsewhere.toString(),
                        "-Xmx1g",
                        "-Da=b",
                        "-Dturngate.home=" + root,
                        "-jar",
                        jar().toString(),
                        "inspect",
                        "a b",
                        "*");
        assertThat(run.status()).isEqualTo(7);
    }

    @Test
    void aJavaThatIsTooOldOrMissingIsOneLine() throws IOException {
        java("11.0.2");
        assertRefused(
                run("serve"),
                "turngate: needs Java 17 or newer, in JAVA_HOME or on the PATH; " + bin + "/java is 11\n");
        java("1.8.0_392");
        assertThat(run("serve").error()).endsWith("is 8\n");
        Files.delete(bin.resolve("java"));
        assertRefused(run("serve"), "turngate: needs Java 17 or newer, in JAVA_HOME or on the PATH\n");
    }

    @Test
    void theJavaOfJavaHomeIsTakenBeforeThatOfThePathUnlessItIsTooOld() throws IOException {
        Path home = Files.createDirectories(root.resolveSibling("home/bin"));
        Map<String, String> environment =
                Map.of("JAVA_HOME", root.resolveSibling("home").toString());
        Files.copy(bin.resolve("java"), home.resolve("java"));
        Files.delete(bin.resolve("java"));
        assertThat(run(root, List.of("./turngate"), environment).status()).isEqualTo(7);
        java("21");
        Files.writeString(home.resolve("java"), "#!/bin/sh\nexit 1\n");
        assertThat(run(root, List.of("./turngate"), environment).status()).isEqualTo(7);
    }

    @Test
    void withoutMavenItSaysSoAndOnlyWhenItMustBuild() throws IOException {
        run("check");
        Files.delete(bin.resolve("mvn"));
        assertThat(run("check").status()).isEqualTo(7);
        Files.delete(jar());
        assertRefused(
                run("check"),
                "turngate: needs Maven on the PATH to build " + jar()
                        + ", which is missing or older than the sources\n");
    }

    @Test
    void aBuildThatFailsShowsTheEndOfItsLog() throws IOException {
        script("mvn", "echo cannot compile; exit 1");
        assertRefused(
                run("check"),
                "turngate: building " + jar() + "\ncannot compile\n"
                        + "turngate: the build failed, its whole log is in " + root + "/target/turngate-build.log\n");
    }

    @Test
    void startsAtTheSameTimeBuildOnce() throws IOException {
        List<Process> starts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            starts.add(launch(root, List.of("./turngate", "check"), Map.of()));
        }
        for (Process start : starts) {
            assertThat(start.onExit().join().exitValue()).isEqualTo(7);
        }
        assertThat(builds()).hasSize(1);
    }

    private static void assertRefused(Run run, String error) {
        assertThat(run.error()).isEqualTo(error);
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.output()).isEmpty();
    }

    private Run run(String command) throws IOException {
        return run(root, List.of(root.resolve("turngate").toString(), command), Map.of());
    }

    private Run run(Path folder, List<String> command, Map<String, String> environment) throws IOException {
        Process process = launch(folder, command, environment);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String error = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.pid(), process.onExit().join().exitValue(), output, error);
    }

    private Process launch(Path folder, List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_HOME", "JAVA_OPTS", "JAVA_TOOL_OPTIONS"));
        builder.environment().put("PATH", bin.toString());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private void java(String version) throws IOException {
        script(
                "java",
                "if [ \"$1\" = -version ]; then echo 'openjdk version \"" + version + "\" 2025-01-01' >&2; exit; fi\n"
                        + "echo $$; pwd; printf '%s\\n' \"$@\"; exit 7");
    }

    private void script(String name, String body) throws IOException {
        Path file = bin.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Path jar() {
        return root.resolve("target/turngate-all.jar");
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(root.resolve("builds"));
    }

    private record Run(long pid, int status, String output, String error) {}
}
