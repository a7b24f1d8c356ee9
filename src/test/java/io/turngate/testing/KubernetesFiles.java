package io.turngate.testing;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The manifests of deploy/kubernetes, and what a pod finds where they are applied. */
public final class KubernetesFiles {

    private static final Path FOLDER = DeployFile.FOLDER.resolve("kubernetes");

    private KubernetesFiles() {}

    /** All objects of all files. */
    public static List<JsonObject> all() {
        return Stream.of("configmap.yaml", "deployment.yaml", "secret.example.yaml", "services.yaml")
                .flatMap(file -> DeployFile.yamls(FOLDER.resolve(file)).stream())
                .toList();
    }

    /** The only object of a kind. */
    public static JsonObject the(String kind) {
        List<JsonObject> found = all().stream()
                .filter(object -> object.getString("kind").equals(kind))
                .toList();
        if (found.size() != 1) {
            throw new IllegalStateException(found.size() + " of kind " + kind);
        }
        return found.get(0);
    }

    public static JsonObject pod() {
        return the("Deployment").getJsonObject("spec").getJsonObject("template").getJsonObject("spec");
    }

    public static JsonObject container() {
        return pod().getJsonArray("containers").getJsonObject(0);
    }

    /** The pod's volume of a name. */
    public static JsonObject volume(String name) {
        return named(pod(), "volumes", name);
    }

    /** Where the container has that volume. */
    public static String mountPath(String volume) {
        return named(container(), "volumeMounts", volume).getString("mountPath");
    }

    /** The files of the configuration as the pod has them: path and content. */
    public static Map<String, String> conf() {
        JsonObject data = the("ConfigMap").getJsonObject("data");
        Map<String, String> files = new TreeMap<>();
        DeployFile.objects(volume("conf").getJsonObject("configMap").getJsonArray("items"))
                .forEach(item -> files.put(item.getString("path"), data.getString(item.getString("key"))));
        return files;
    }

    /** The files of the secret as the pod has them. */
    public static Map<String, String> secrets() {
        JsonObject secrets = the("Secret").getJsonObject("stringData");
        Map<String, String> files = new TreeMap<>();
        secrets.fieldNames().forEach(name -> files.put(name, secrets.getString(name)));
        return files;
    }

    private static JsonObject named(JsonObject object, String list, String name) {
        return DeployFile.objects(object.getJsonArray(list))
                .filter(entry -> entry.getString("name").equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + name + " in " + list));
    }
}
