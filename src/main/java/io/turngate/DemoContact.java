package io.turngate;

import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.TenantId;
import io.turngate.store.Stores;
import io.turngate.store.Tokens;
import io.turngate.store.redis.RedisEndpoint;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;

/**
 * Who writes in the demo: somebody to whom no earlier demo has given a token. The emulated ManyChat keeps nothing from one start
 * to the next, so such a token would not come back, and its contact would not be bound.
 */
final class DemoContact {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final TenantId DEMO = new TenantId("demo");
    private static final int FIRST = 1_001;
    private static final int LAST = 1_999;

    private DemoContact() {}

    /** Blocks. */
    static String find(RedisEndpoint endpoint) {
        Vertx vertx = PlainVertx.create();
        try {
            Promise<String> found = Promise.promise();
            Stores stores = RedisProbe.connect(vertx, endpoint);
            vertx.getOrCreateContext()
                    .runOnContext(start -> stores.open()
                            .compose(connected -> from(stores.outbox().tokens(), FIRST))
                            .eventually(stores::close)
                            .onComplete(found));
            return Blocking.await(found.future(), LIMIT);
        } finally {
            Blocking.await(vertx.close(), LIMIT);
        }
    }

    private static Future<String> from(Tokens tokens, int candidate) {
        String id = Integer.toString(candidate);
        return tokens.isConfirmed(new Contact(DEMO, new ContactId(id)))
                .compose(isTaken ->
                        isTaken && candidate < LAST ? from(tokens, candidate + 1) : Future.succeededFuture(id));
    }
}
