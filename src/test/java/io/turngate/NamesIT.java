package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a name whose address changes, as that of a Redis which is made anew does. */
class NamesIT {

    private static final String NAME = "redis.example.";

    private final Vertx servers = PlainVertx.create();
    private Vertx gateway = servers;

    @AfterEach
    void close() throws Exception {
        result(servers.close());
        result(gateway.close());
    }

    @Test
    void aNewAddressIsFoundWhateverTheTimeToLiveOfTheOldOne() throws Exception {
        NameServer names = new NameServer(servers);
        int namesPort = result(names.listen());
        int port = result(servers.createNetServer()
                        .connectHandler(NetSocket::close)
                        .listen(0, "0.0.0.0"))
                .actualPort();
        VertxOptions options = PlainVertx.options();
        options.getAddressResolverOptions().addServer("127.0.0.1:" + namesPort).setSearchDomains(List.of());
        gateway = Vertx.vertx(options);
        assertThat(addressReached(port)).isEqualTo("127.0.0.1");

        names.move(2);

        await().atMost(Duration.ofSeconds(5)).until(() -> addressReached(port), "127.0.0.2"::equals);
    }

    private String addressReached(int port) throws Exception {
        return result(gateway.createNetClient().connect(port, NAME).compose(socket -> {
            String address = socket.remoteAddress().hostAddress();
            return socket.close().map(closed -> address);
        }));
    }

    private static <T> T result(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
}
