package io.turngate.config;

import io.vertx.config.ConfigRetriever;
import io.vertx.config.ConfigRetrieverOptions;
import io.vertx.config.ConfigStoreOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Loads gateway.json and its overrides from the environment through vertx-config, once. */
public final class GatewayConfigLoader {

    private GatewayConfigLoader() {}

    /**
     * Loads the process's configuration. Fails with a {@link ConfigException} that holds everything that is wrong; a
     * missing gateway.json is a problem.
     *
     * @param confDir the folder that holds gateway.json
     * @param environment the process's environment: overrides and secrets
     */
    public static Future<GatewayConfig> load(Vertx vertx, Path confDir, Map<String, String> environment) {
        Path file = confDir.resolve(GatewayConfigParser.FILE).toAbsolutePath();
        GatewayConfigParser parser = new GatewayConfigParser(confDir, environment);
        return vertx.executeBlocking(() -> SourceFile.read(file))
                .compose(source -> source.failure().isPresent()
                        ? Future.failedFuture(unreadable(source.failure().get()))
                        : retrieve(vertx, file, parser.overrides()))
                .recover(failure -> Future.failedFuture(
                        failure instanceof ConfigException config ? parser.unreadable(config.problems()) : failure))
                .compose(merged -> vertx.executeBlocking(() -> parser.parse(merged)));
    }

    /** The stores are merged in this order, so that the environment wins. */
    private static Future<JsonObject> retrieve(Vertx vertx, Path file, JsonObject overrides) {
        ConfigRetriever retriever = ConfigRetriever.create(
                vertx,
                new ConfigRetrieverOptions()
                        .setIncludeDefaultStores(false)
                        .addStore(new ConfigStoreOptions()
                                .setType("file")
                                .setFormat(StrictJsonProcessor.NAME)
                                .setConfig(new JsonObject().put("path", file.toString())))
                        .addStore(new ConfigStoreOptions().setType("json").setConfig(overrides)));
        return retriever
                .getConfig()
                .recover(failure -> Future.failedFuture(
                        failure instanceof ConfigException ? failure : unreadable("cannot be read")))
                .eventually(retriever::close);
    }

    private static ConfigException unreadable(String why) {
        return new ConfigException(List.of(new Problem(GatewayConfigParser.FILE, "", why)));
    }
}
