package io.turngate;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.file.FileSystemOptions;

/**
 * Vert.x as every command uses it. It has no file cache: nothing here is served from the jar, and a container's file
 * system may be read-only. It looks names up anew after a second at most. Where Linux has epoll and the library for it can be
 * unpacked, connections go by that, and else by the JVM's own selectors.
 */
final class PlainVertx {

    /**
     * Whatever a name server allows: those of containers say ten minutes or a day, while a Redis that is made anew has
     * another address at once.
     */
    private static final int NAMES_SECONDS = 1;

    /** Of one question to one name server. What asks for the same name meanwhile waits for the same answer. */
    private static final long NAME_QUERY_MILLIS = 1_000;

    private PlainVertx() {}

    static Vertx create() {
        return Vertx.vertx(options());
    }

    static VertxOptions options() {
        return new VertxOptions()
                .setPreferNativeTransport(true)
                .setAddressResolverOptions(new AddressResolverOptions()
                        .setCacheMaxTimeToLive(NAMES_SECONDS)
                        .setQueryTimeout(NAME_QUERY_MILLIS))
                .setFileSystemOptions(new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false));
    }
}
