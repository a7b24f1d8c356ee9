package io.turngate.config;

import io.vertx.config.spi.ConfigProcessor;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/** Reads gateway.json for vertx-config as strictly as every other file; found by its name through the service loader. */
public final class StrictJsonProcessor implements ConfigProcessor {

    static final String NAME = "strict-json";

    @Override
    public String name() {
        return NAME;
    }

    /** Fails with a {@link ConfigException}. */
    @Override
    public Future<JsonObject> process(Vertx vertx, JsonObject configuration, Buffer input) {
        Problems problems = new Problems(GatewayConfigParser.FILE);
        Optional<JsonObject> json = StrictJson.parse(input.getBytes(), problems);
        if (json.isEmpty() || !problems.all().isEmpty()) {
            return Future.failedFuture(new ConfigException(problems.all()));
        }
        return Future.succeededFuture(json.get());
    }
}
