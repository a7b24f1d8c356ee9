package io.turngate.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turngate.store.redis.RespConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisServerIT {

    @Nested
    class Installed extends Contract {

        @RegisterExtension
        static final RedisServer redis = RedisServer.create();

        @Override
        RedisServer redis() {
            return redis;
        }
    }

    @Nested
    class Embedded extends Contract {

        @RegisterExtension
        static final RedisServer redis = RedisServer.create(RedisServer.Binary.EMBEDDED);

        @Override
        RedisServer redis() {
            return redis;
        }

        @Test
        void itIsTheLibrarysVersion() {
            assertThat((String) redis.call("INFO", "server")).contains("redis_version:6.2.");
        }
    }

    abstract static class Contract {

        abstract RedisServer redis();

        @Test
        void itAnswersAndKnowsEveryKindOfReply() {
            assertThat(redis().call("SET", "greeting", "grüße")).isEqualTo("OK");
            assertThat(redis().call("GET", "greeting")).isEqualTo("grüße");
            assertThat(redis().call("GET", "nobody")).isNull();
            assertThat(redis().call("STRLEN", "greeting")).isEqualTo(7L);
            assertThat(redis().call("EVAL", "return {'a', 2, false, {}}", "0")).isEqualTo(replies());
            assertThatThrownBy(() -> redis().call("INCR", "greeting"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageStartingWith("ERR value is not an integer");
        }

        @Test
        void itRunsWithTheRecommendedSettings() {
            assertThat(setting("appendonly")).isEqualTo("yes");
            assertThat(setting("appendfsync")).isEqualTo("everysec");
            assertThat(setting("maxmemory-policy")).isEqualTo("noeviction");
            assertThat(setting("zset-max-ziplist-value")).isEqualTo("512");
            assertThat(setting("save")).isEmpty();
        }

        @Test
        void aTurnOfFiveHundredBytesKeepsTheSetCompact() {
            redis().call("ZADD", "turns", "1", "x".repeat(500));
            assertThat((String) redis().call("OBJECT", "ENCODING", "turns")).isIn("ziplist", "listpack");
            redis().call("ZADD", "turns", "1", "x".repeat(513));
            assertThat(redis().call("OBJECT", "ENCODING", "turns")).isEqualTo("skiplist");
        }

        @Test
        void aStopKeepsDataAndPort() {
            int port = redis().port();
            redis().call("SET", "kept", "yes");
            redis().stop();
            assertThatThrownBy(() -> redis().call("PING")).isInstanceOf(UncheckedIOException.class);
            redis().start();
            assertThat(redis().call("GET", "kept")).isEqualTo("yes");
            assertThat(redis().port()).isEqualTo(port);
        }

        @Test
        void aKillLosesNothingThatWasWrittenOut() {
            redis().call("CONFIG", "SET", "appendfsync", "always");
            redis().call("SET", "kept", "yes");
            redis().kill();
            assertThatThrownBy(() -> redis().call("PING")).isInstanceOf(UncheckedIOException.class);
            redis().start();
            assertThat(redis().call("GET", "kept")).isEqualTo("yes");
        }

        @Test
        void aSuspendedServerAcceptsAndAnswersNothingUntilItGoesOn() throws IOException {
            redis().suspend();
            try (RespConnection connection = RespConnection.open(
                    new InetSocketAddress(redis().host(), redis().port()), Duration.ofMillis(200))) {
                assertThatThrownBy(() -> connection.call("PING")).isInstanceOf(SocketTimeoutException.class);
            }
            redis().resume();
            assertThat(redis().call("PING")).isEqualTo("PONG");
        }

        @Test
        void theMonitorTellsScriptCommandsFromThoseOfClients() {
            try (RedisMonitor monitor = redis().monitor()) {
                redis().call("SET", "a", "1");
                redis().call("EVAL", "redis.call('INCR', KEYS[1]) return redis.call('GET', KEYS[1])", "1", "a");
                redis().call("GET", " lua] ");
                assertThat(monitor.clientLines()).hasSize(3);
                assertThat(monitor.clientLines().get(0)).endsWith("\"SET\" \"a\" \"1\"");
                assertThat(monitor.scriptLines()).hasSize(2);
                assertThat(monitor.scriptLines().get(0)).contains(" lua]").endsWith("\"INCR\" \"a\"");
                monitor.clear();
                assertThat(monitor.lines()).isEmpty();
            }
        }

        private static List<Object> replies() {
            List<Object> replies = new ArrayList<>(List.of("a", 2L));
            replies.add(null);
            replies.add(List.of());
            return replies;
        }

        private String setting(String name) {
            List<?> reply = (List<?>) Objects.requireNonNull(redis().call("CONFIG", "GET", name));
            return (String) reply.get(1);
        }
    }
}
