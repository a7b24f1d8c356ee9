package io.turngate.store.redis;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.embedded.core.ExecutableProvider;

/**
 * A redis-server program that runs on this machine.
 *
 * @param path the executable
 * @param version as it says itself, such as {@code 7.0.15}
 */
public record RedisBinary(Path path, String version) {

    private static final String NAME = "redis-server";
    private static final Pattern VERSION = Pattern.compile("\\bv=((\\d+)\\.(\\d+)[.\\d]*)");
    private static final long ANSWER_SECONDS = 10;

    /**
     * The redis-server of the PATH when it is 6.2 or newer, else the one the embedded-redis library brings.
     *
     * @param searchPath folders as in the PATH variable
     * @param extractTo where the library's program is written to when it is needed
     * @throws IOException neither runs here
     */
    public static RedisBinary find(String searchPath, Path extractTo) throws IOException {
        Optional<RedisBinary> installed = onPath(searchPath);
        return installed.isPresent() ? installed.get() : fromLibrary(extractTo);
    }

    /** The first redis-server of 6.2 or newer in these folders; empty when there is none. Starts it for its version. */
    public static Optional<RedisBinary> onPath(String searchPath) {
        return Arrays.stream(searchPath.split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, NAME))
                .filter(Files::isExecutable)
                .flatMap(path -> identify(path).stream())
                .findFirst();
    }

    /**
     * The program the embedded-redis library brings for this machine, written to a folder.
     *
     * @param extractTo made when it is missing
     * @throws IOException the library has none for this machine, or it cannot be written or run
     */
    public static RedisBinary fromLibrary(Path extractTo) throws IOException {
        Files.createDirectories(extractTo);
        Path path;
        try {
            path = ExecutableProvider.newJarResourceProvider(extractTo.toFile())
                    .get()
                    .toPath();
        } catch (RuntimeException e) {
            throw new IOException("no " + NAME + " on the PATH, and the library has none for this machine", e);
        }
        return identify(path)
                .orElseThrow(() -> new IOException("no " + NAME + " on the PATH, and " + path + " does not run here"));
    }

    private static Optional<RedisBinary> identify(Path path) {
        try {
            Process process = new ProcessBuilder(path.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            if (!process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.empty();
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher version = VERSION.matcher(output);
            return version.find() && isSupported(version)
                    ? Optional.of(new RedisBinary(path, version.group(1)))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static boolean isSupported(Matcher version) {
        int major = Integer.parseInt(version.group(2));
        return major > 6 || (major == 6 && Integer.parseInt(version.group(3)) >= 2);
    }
}
