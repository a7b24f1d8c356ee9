package io.turngate.testing;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files of a deployment, for tests that hold them against the program and against each other. */
public final class DeployFile {

    public static final Path FOLDER = Path.of("deploy");

    private DeployFile() {}

    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A YAML file of one document, its anchors and merges resolved. */
    public static JsonObject yaml(Path file) {
        List<JsonObject> documents = yamls(file);
        if (documents.size() != 1) {
            throw new IllegalStateException(file + " has " + documents.size() + " documents");
        }
        return documents.get(0);
    }

    /** The documents of a YAML file. */
    public static List<JsonObject> yamls(Path file) {
        Iterable<Object> documents = new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(text(file));
        return StreamSupport.stream(documents.spliterator(), false)
                .map(DeployFile::object)
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static JsonObject object(Object document) {
        return new JsonObject((Map<String, Object>) document);
    }

    public static Stream<String> texts(JsonArray array) {
        return IntStream.range(0, array.size()).mapToObj(array::getString);
    }

    public static Stream<JsonObject> objects(JsonArray array) {
        return IntStream.range(0, array.size()).mapToObj(array::getJsonObject);
    }

    /** What the group of a pattern matches first in a file. */
    public static String found(Path file, String pattern) {
        Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text(file));
        if (!matcher.find()) {
            throw new IllegalStateException(file + " has no " + pattern);
        }
        return matcher.group(1);
    }
}
