package io.turngate;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;

/** Vert.x without its file cache: nothing here is served from the jar, and a container's file system may be read-only. */
final class PlainVertx {

    private PlainVertx() {}

    static Vertx create() {
        return Vertx.vertx(options());
    }

    static VertxOptions options() {
        return new VertxOptions()
                .setFileSystemOptions(new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false));
    }
}
