package io.turngate.http;

import io.vertx.ext.web.RoutingContext;
import java.util.Objects;

/** A typed place for what one handler of a request leaves for the next. */
record ContextKey<T>(String name) {

    void put(RoutingContext context, T value) {
        context.put(name, value);
    }

    T get(RoutingContext context) {
        return Objects.requireNonNull(context.get(name), name);
    }
}
