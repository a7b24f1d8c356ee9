package io.turngate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One small bad gateway.json a mistake, each with the whole text of its problem, by both ways of reading it. */
class GatewayProblemsTest {

    private static final String PROBLEMS = """
            abort-not-larger | gateway.json /modelAbortMillis: must be larger than replyDeadlineMillis (8000), is 8000
            admin-token-written-down | gateway.json /management/adminToken: must be a reference, {"env":"NAME"} \
            or {"file":"/path"}, never the secret itself
            blank | gateway.json: holds only white space: expected a JSON object
            comment | gateway.json: is not JSON at line 1, column 1: expected keys and texts in double quotes, \
            commas between them, no comments
            duplicate-key | gateway.json /redis: the key is there twice, again at line 1, column 26: expected once
            empty | gateway.json: is empty: expected a JSON object
            half | gateway.json: is cut off at line 2, column 1: its JSON is not complete
            not-utf8 | gateway.json: is not UTF-8: the byte at offset 29 begins no valid character
            port-text | gateway.json /http/port: must be an integer from 0 to 65535, is a string
            port-too-large | gateway.json /http/port: must be an integer from 0 to 65535, is 65536
            proxy-name | gateway.json /http/trustedProxies/1: must be an IP address or a CIDR block such as \
            10.0.0.0/8, is "proxy.example"
            proxy-prefix | gateway.json /http/trustedProxies/0: must be an IP address or a CIDR block such as \
            10.0.0.0/8, is "10.0.0.0/33"
            public-url-credentials | gateway.json /http/publicUrl: must be an https URL such as https://gate.example.com
            public-url-http | gateway.json /http/publicUrl: must be an https URL such as https://gate.example.com
            public-url-no-host | gateway.json /http/publicUrl: must be an https URL such as https://gate.example.com
            public-url-number | gateway.json /http/publicUrl: must be a non-empty text, is 443
            public-url-query | gateway.json /http/publicUrl: must be an https URL such as https://gate.example.com
            redis-both | gateway.json /redis: exactly one of redis.uri and redis.embedded is required, both are there
            redis-cluster-database | gateway.json /redis/uri/1: must be redis://host:port or rediss://host:port and \
            no more, with commas or in a list if there are several
            redis-credentials-in-query | gateway.json /redis/uri: must be redis://host:port or \
            rediss://host:port, with an optional /database and no more
            redis-credentials | gateway.json /redis/uri: must not hold credentials: they belong in \
            redis.username and redis.password
            redis-embedded-cluster | gateway.json /redis/mode: must be "standalone" with redis.embedded, is "cluster"
            redis-embedded-replicas | gateway.json /redis/waitReplicas: must be 0 with redis.embedded, which has no \
            replicas, is 1
            redis-empty | gateway.json /redis: exactly one of redis.uri and redis.embedded is required, neither \
            is there
            redis-list-credentials | gateway.json /redis/uri/1: must not hold credentials: they belong in \
            redis.username and redis.password
            redis-list-empty | gateway.json /redis/uri: must be a non-empty text or a list of 1 to 32, is an empty list
            redis-list-number | gateway.json /redis/uri/1: must be a non-empty text, is 7
            redis-master-blank | gateway.json /redis/master: must be a name without white space, is "my master"
            redis-master-cluster | gateway.json /redis/master: must not be there: it does something with redis.mode \
            "sentinel" only, which is "cluster"
            redis-master-standalone | gateway.json /redis/master: must not be there: it does something with redis.mode \
            "sentinel" only, which is "standalone"
            redis-missing | gateway.json: missing: redis is required, an object with "uri" or "embedded"
            redis-mixed-schemes | gateway.json /redis/uri: must all be redis:// or all be rediss://
            redis-mode-unknown | gateway.json /redis/mode: must be one of "standalone", "sentinel", "cluster", is "clustered"
            redis-no-uri | gateway.json /redis/uri: must be redis://host:port or rediss://host:port, with an \
            optional /database and no more
            redis-other-scheme | gateway.json /redis/uri: must be redis://host:port or rediss://host:port, with \
            an optional /database and no more
            redis-password-written-down | gateway.json /redis/password: must be a reference, {"env":"NAME"} or \
            {"file":"/path"}, never the secret itself
            redis-replicas-negative | gateway.json /redis/waitReplicas: must be an integer from 0 to 10, is -1
            redis-sentinel-hole | gateway.json /redis/uri: must be redis://host:port or rediss://host:port and no more, \
            with commas or in a list if there are several
            redis-sentinel-no-master | gateway.json /redis: missing: redis.master is required with redis.mode \
            "sentinel": what the sentinels call the primary
            redis-several-standalone | gateway.json /redis/uri: must be one address with redis.mode "standalone", \
            there are 2
            redis-uri-number | gateway.json /redis/uri: must be a non-empty text or a list of 1 to 32, is 7
            reply-deadline-beyond-caller | gateway.json /replyDeadlineMillis: must be an integer from 1 to \
            9000, is 10001
            unknown-key-far | gateway.json /http/certificate: unknown key "certificate"; expected one of "host", \
            "port", "publicUrl", "requestsPerMinutePerAddress", "trustedProxies"
            unknown-key | gateway.json /replyDeadlineMilis: unknown key "replyDeadlineMilis"; did you mean \
            "replyDeadlineMillis"?
            """;

    @TempDir
    Path dir;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = PROBLEMS)
    void aBadFileIsToldExactly(String name, String problem) {
        TestConf conf = new TestConf(dir);
        conf.write("gateway.json", TestConf.bad("bad-gateway", name));

        assertThat(conf.check()).extracting(Problem::toString).containsExactly(problem);
    }

    @Test
    void everyBadFileIsInTheTable() {
        assertThat(PROBLEMS.lines().map(line -> line.split(" ", 2)[0])).containsAll(TestConf.allBad("bad-gateway"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = PROBLEMS)
    void loadingTellsTheSame(String name, String problem) {
        TestConf conf = new TestConf(dir);
        conf.write("gateway.json", TestConf.bad("bad-gateway", name));

        assertThat(TestVertx.failureOf(vertx -> GatewayConfigLoader.load(vertx, dir, TestConf.ENVIRONMENT)))
                .isInstanceOf(ConfigException.class)
                .hasMessage(problem);
    }
}
