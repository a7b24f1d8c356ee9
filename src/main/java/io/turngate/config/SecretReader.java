package io.turngate.config;

import io.vertx.core.json.JsonObject;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads secrets from where their references point; what it says of a bad one names the reference, never a value. */
final class SecretReader {

    private static final int LARGEST = 8 << 10;

    private final Path folder;
    private final Map<String, String> environment;

    /**
     * @param folder what a relative path is relative to: the folder of the file that holds the reference
     * @param environment the variables that references may name
     */
    SecretReader(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    /**
     * The secret, or empty with a problem. What is not a reference at all is left to the schema. Blocks.
     *
     * @param reference what stands in the configuration, null where there is nothing
     */
    Optional<Secret> read(@Nullable Object reference, Pointer at, Problems problems) {
        if (!(reference instanceof JsonObject object) || object.size() != 1) {
            return Optional.empty();
        }
        if (object.getValue("env") instanceof String name && isVariableName(name)) {
            return fromEnvironment(name, at, problems);
        }
        if (object.getValue("file") instanceof String file && !file.isEmpty()) {
            return fromFile(file, at, problems);
        }
        return Optional.empty();
    }

    private Optional<Secret> fromEnvironment(String name, Pointer at, Problems problems) {
        String value = environment.get(name);
        String reference = "the environment variable " + Wording.printable(name);
        if (value == null) {
            problems.add(at, reference + " is not set: expected a secret in it");
            return Optional.empty();
        }
        return usable(value, reference, at, problems);
    }

    private Optional<Secret> fromFile(String file, Pointer at, Problems problems) {
        String reference = "the file " + Wording.printable(file);
        SourceFile source;
        try {
            source = SourceFile.read(folder.resolve(file), LARGEST);
        } catch (InvalidPathException e) {
            problems.add(at, reference + " is no path");
            return Optional.empty();
        }
        if (source.failure().isPresent()) {
            problems.add(at, reference + " " + source.failure().get() + ": expected a secret in it");
            return Optional.empty();
        }
        Problems notText = new Problems(file);
        Optional<String> text = Utf8.decode(source.bytes(), notText);
        if (text.isEmpty()) {
            problems.add(at, reference + " is not UTF-8: expected a secret in it");
            return Optional.empty();
        }
        return usable(text.get().replaceFirst("\\r?\\n\\z", ""), reference, at, problems);
    }

    /** A caller sends the secret in a header, where a control character cannot be. */
    private static Optional<Secret> usable(String value, String reference, Pointer at, Problems problems) {
        if (value.isBlank()) {
            problems.add(at, reference + " is empty: expected a secret in it");
            return Optional.empty();
        }
        if (value.chars().anyMatch(Character::isISOControl)) {
            problems.add(at, reference + " holds a line break or another control character: expected one line");
            return Optional.empty();
        }
        return Optional.of(new Secret(value));
    }

    private static boolean isVariableName(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_]*");
    }
}
