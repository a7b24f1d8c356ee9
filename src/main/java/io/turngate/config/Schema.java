package io.turngate.config;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON Schema of one configuration file: what it checks, the keys it knows, the defaults it fills in. */
final class Schema {

    static final Schema GATEWAY = new Schema("gateway");
    static final Schema TENANT = new Schema("tenant");
    static final Schema RULES = new Schema("rules");
    static final Schema ANSWERS = new Schema("answers");
    static final Schema CATALOG = new Schema("catalog");
    static final Schema EVAL = new Schema("eval");

    private static final String BASE = "https://turngate.io/schemas/";
    private static final String SECRET = "#/$defs/secret";

    private final JsonObject root;
    private final Validator validator;

    private Schema(String name) {
        this.root = new JsonObject(resource("/schemas/" + name + ".schema.json"));
        this.validator = Validator.create(
                JsonSchema.of(root.copy()),
                new JsonSchemaOptions()
                        .setDraft(Draft.DRAFT202012)
                        .setBaseUri(BASE)
                        .setOutputFormat(OutputFormat.Basic));
    }

    /** Adds everything that is wrong with the object, in the order of the schema. */
    void check(JsonObject json, Problems problems) {
        List<OutputUnit> errors = validator.validate(json).getErrors();
        if (errors != null) {
            SchemaProblems wording = new SchemaProblems(this, json, problems);
            errors.forEach(
                    error -> wording.report(Pointer.parse(error.getInstanceLocation()), error.getKeywordLocation()));
        }
    }

    /** A copy of the object with the default of every key that is not there. */
    JsonObject withDefaults(JsonObject json) {
        JsonObject filled = json.copy();
        fill(filled, root);
        return filled;
    }

    private void fill(@Nullable Object value, JsonObject node) {
        if (value instanceof JsonArray array && node.containsKey("items")) {
            array.forEach(item -> fill(item, resolve(node.getJsonObject("items"))));
        }
        if (value instanceof JsonObject object) {
            properties(node).forEach((key, child) -> {
                Object preset = child.getValue("default");
                if (preset != null && !object.containsKey(key)) {
                    object.put(key, new JsonObject().put(key, preset).copy().getValue(key));
                }
                fill(object.getValue(key), child);
            });
        }
    }

    /** What the schema says of a place; below a secret's reference the reference itself. */
    JsonObject at(Pointer pointer) {
        JsonObject node = root;
        for (String segment : pointer.segments()) {
            JsonObject items = node.getJsonObject("items");
            node = items != null ? resolve(items) : properties(node).getOrDefault(segment, new JsonObject());
        }
        return node;
    }

    /** Whether a secret's reference is expected at the place. */
    boolean isSecret(Pointer pointer) {
        return at(pointer).equals(Pointer.parse(SECRET).find(root));
    }

    /** The keys that are known at the place, in the order of the schema. */
    Map<String, JsonObject> keysAt(Pointer pointer) {
        return properties(at(pointer));
    }

    /** Every key that holds a value of its own, not an object of further keys; a secret's reference is a value. */
    Map<Pointer, JsonObject> leaves() {
        Map<Pointer, JsonObject> leaves = new LinkedHashMap<>();
        addLeaves(Pointer.ROOT, leaves);
        return leaves;
    }

    private void addLeaves(Pointer here, Map<Pointer, JsonObject> leaves) {
        keysAt(here).forEach((key, node) -> {
            Pointer there = here.child(key);
            if (node.containsKey("properties") && !isSecret(there)) {
                addLeaves(there, leaves);
            } else {
                leaves.put(there, node);
            }
        });
    }

    private Map<String, JsonObject> properties(JsonObject node) {
        Map<String, JsonObject> properties = new LinkedHashMap<>();
        JsonObject declared = node.getJsonObject("properties");
        if (declared != null) {
            declared.fieldNames().forEach(key -> properties.put(key, resolve(declared.getJsonObject(key))));
        }
        return properties;
    }

    private JsonObject resolve(JsonObject node) {
        String reference = node.getString("$ref");
        return reference != null && Pointer.parse(reference).find(root) instanceof JsonObject definition
                ? definition
                : node;
    }

    private static String resource(String name) {
        try (InputStream in = Schema.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not packed");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
