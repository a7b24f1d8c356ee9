package io.turngate.store.redis;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A program of its own that starts an embedded Redis and is then killed by a test. */
final class EmbeddedRedisProgram {

    private EmbeddedRedisProgram() {}

    public static void main(String[] args) throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start(Path.of(args[0]), args[1])) {
            System.out.println("port " + redis.port());
            new CountDownLatch(1).await();
        }
    }
}
