package io.turngate.testing;

import io.turngate.store.redis.RedisEndpoint;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A real Redis of a test, however many servers it is made of. */
public interface TestRedis {

    /** How a gateway reaches it. */
    RedisEndpoint endpoint();

    /**
     * Sends one command to the server that holds its key, or to each primary if it has none.
     *
     * @return a String, a Long, a List of these, or null
     * @throws UncheckedIOException the server answered with an error (the message is its text), or not within 10 s
     */
    @Nullable
    Object call(String... command);

    /** Sends commands one after the other; the replies as text. */
    List<String> calls(List<String[]> commands);

    /** The name of every key. */
    List<String> keys();
}
