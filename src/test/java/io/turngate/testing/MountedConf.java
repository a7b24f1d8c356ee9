package io.turngate.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * A folder as Kubernetes mounts a ConfigMap: each version has a hidden folder of its own, {@code ..data} is a link to
 * the one in force, and what is seen is links into it.
 */
public final class MountedConf {

    private static final String IN_FORCE = "..data";

    private final Path folder;
    private int version;

    public MountedConf(Path folder) {
        this.folder = folder;
    }

    public Path path() {
        return folder;
    }

    /** Brings a version into force in one step, and removes the one before. */
    public void swap(Map<String, String> files) {
        try {
            String before = ".." + version;
            String now = ".." + ++version;
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path path = folder.resolve(now).resolve(file.getKey());
                Files.createDirectories(Objects.requireNonNull(path.getParent()));
                Files.writeString(path, file.getValue());
            }
            Path link = Files.createSymbolicLink(folder.resolve("..data_tmp"), Path.of(now));
            Files.move(link, folder.resolve(IN_FORCE), StandardCopyOption.ATOMIC_MOVE);
            linkWhatIsSeen(files);
            delete(folder.resolve(before));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void linkWhatIsSeen(Map<String, String> files) throws IOException {
        for (String name : new TreeSet<>(
                files.keySet().stream().map(file -> file.split("/", 2)[0]).toList())) {
            if (!Files.exists(folder.resolve(name))) {
                Files.createSymbolicLink(folder.resolve(name), Path.of(IN_FORCE, name));
            }
        }
    }

    private static void delete(Path tree) throws IOException {
        if (Files.exists(tree)) {
            try (var files = Files.walk(tree)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
