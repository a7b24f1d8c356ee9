package io.turngate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayConfigLoaderTest {

    @TempDir
    Path dir;

    private TestConf conf;

    @BeforeEach
    void setUp() {
        conf = new TestConf(dir);
    }

    private GatewayConfig load(Map<String, String> environment) throws Exception {
        return TestVertx.resultOf(vertx -> GatewayConfigLoader.load(vertx, dir, environment));
    }

    private List<String> problems(Map<String, String> environment) {
        ConfigException failure =
                (ConfigException) TestVertx.failureOf(vertx -> GatewayConfigLoader.load(vertx, dir, environment));
        return failure.problems().stream().map(Problem::toString).toList();
    }

    @Test
    void theSmallestFileHasEveryDefault() throws Exception {
        GatewayConfig config = load(Map.of());

        assertThat(config.http()).isEqualTo(new GatewayConfig.Http("0.0.0.0", 8080, Optional.empty(), 300, List.of()));
        assertThat(config.management()).isEqualTo(new GatewayConfig.Management("127.0.0.1", 8081, Optional.empty()));
        assertThat(config.redis())
                .isEqualTo(new GatewayConfig.Redis(
                        RedisMode.STANDALONE,
                        List.of(),
                        Optional.empty(),
                        Optional.of(dir.toAbsolutePath().resolveSibling("data/redis")),
                        Optional.empty(),
                        Optional.empty(),
                        Duration.ofSeconds(1),
                        0,
                        false));
        assertThat(config.replyDeadline()).isEqualTo(Duration.ofSeconds(8));
        assertThat(config.modelAbort()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.drain()).isEqualTo(Duration.ofSeconds(35));
        assertThat(config.maxInFlight()).isEqualTo(10_000);
        assertThat(config.maxLoopLag()).isEqualTo(Duration.ofMillis(250));
    }

    @Test
    void everyKeyIsRead() throws Exception {
        conf.write("token.txt", "sesame\n");
        conf.write("gateway.json", """
                {"http":{"host":"::1","port":1,"publicUrl":"https://gate.example.com/tg/",
                         "requestsPerMinutePerAddress":2,"trustedProxies":["10.1.2.3/8"]},
                 "management":{"host":"0.0.0.0","port":3,"adminToken":{"file":"token.txt"}},
                 "redis":{"uri":"rediss://cache.example:6380/4","mode":"standalone","username":"gate",
                          "password":{"env":"PASSWORD"},"commandTimeoutMillis":500,"waitReplicas":2,"allowEviction":true},
                 "replyDeadlineMillis":6,"modelAbortMillis":7,"drainSeconds":0,"maxInFlight":8}""");

        GatewayConfig config = load(Map.of("PASSWORD", "open"));

        assertThat(config.http().publicUrl()).contains("https://gate.example.com/tg");
        assertThat(config.http().trustedProxies())
                .containsExactly(AddressBlock.parse("10.0.0.0/8").orElseThrow());
        assertThat(config.management())
                .isEqualTo(new GatewayConfig.Management("0.0.0.0", 3, Optional.of(new Secret("sesame"))));
        assertThat(config.redis())
                .isEqualTo(new GatewayConfig.Redis(
                        RedisMode.STANDALONE,
                        List.of("rediss://cache.example:6380/4"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("gate"),
                        Optional.of(new Secret("open")),
                        Duration.ofMillis(500),
                        2,
                        true));
        assertThat(config.replyDeadline()).isEqualTo(Duration.ofMillis(6));
        assertThat(config.drain()).isZero();
        assertThat(config.toString()).doesNotContain("sesame", "open");
    }

    @Test
    void theEnvironmentOverridesKeyByKey() throws Exception {
        conf.write("gateway.json", "{\"http\":{\"host\":\"127.0.0.1\",\"port\":1},\"redis\":{\"embedded\":{}}}");

        GatewayConfig config = load(Map.of(
                "TURNGATE_HTTP_PORT", "9090",
                "TURNGATE_HTTP_TRUSTED_PROXIES", "10.0.0.1, 2001:db8::/32",
                "TURNGATE_REPLY_DEADLINE_MILLIS", "7000",
                "TURNGATE_REDIS_ALLOW_EVICTION", "true",
                "TURNGATE_MANAGEMENT_ADMIN_TOKEN", "sesame",
                "TURNGATE_MANAGEMENT_PORT", ""));

        assertThat(config.http().host()).isEqualTo("127.0.0.1");
        assertThat(config.http().port()).isEqualTo(9090);
        assertThat(config.http().trustedProxies()).hasSize(2);
        assertThat(config.replyDeadline()).isEqualTo(Duration.ofSeconds(7));
        assertThat(config.redis().allowEviction()).isTrue();
        assertThat(config.management().adminToken()).contains(new Secret("sesame"));
        assertThat(config.management().port()).isEqualTo(8081);
    }

    @Test
    void sentinelsAreSeveralAddressesAsAListOrWithCommas() throws Exception {
        String rest = ",\"mode\":\"sentinel\",\"master\":\"mymaster\"}}";
        conf.write("gateway.json", "{\"redis\":{\"uri\":[\"redis://a:26379\",\"redis://b\"]" + rest);
        GatewayConfig.Redis list = load(Map.of()).redis();
        conf.write("gateway.json", "{\"redis\":{\"uri\":\"redis://a:26379, redis://b\"" + rest);
        GatewayConfig.Redis text = load(Map.of()).redis();

        assertThat(list).isEqualTo(text);
        assertThat(list.mode()).isEqualTo(RedisMode.SENTINEL);
        assertThat(list.uris()).containsExactly("redis://a:26379", "redis://b");
        assertThat(list.master()).contains("mymaster");
    }

    @Test
    void theEnvironmentMakesAClusterOfAnEmbeddedRedis() throws Exception {
        GatewayConfig.Redis redis = load(Map.of(
                        "TURNGATE_REDIS_URI", "redis://a:6379,redis://b:6379",
                        "TURNGATE_REDIS_MODE", "cluster",
                        "TURNGATE_REDIS_WAIT_REPLICAS", "1"))
                .redis();

        assertThat(redis.mode()).isEqualTo(RedisMode.CLUSTER);
        assertThat(redis.uris()).containsExactly("redis://a:6379", "redis://b:6379");
        assertThat(redis.waitReplicas()).isEqualTo(1);
        assertThat(redis.embeddedDir()).isEmpty();
    }

    @Test
    void theVariableOfASecretReplacesAReferenceToAFile() throws Exception {
        conf.write("gateway.json", """
                {"management":{"adminToken":{"file":"nowhere"}},
                 "redis":{"uri":"redis://localhost:6379","password":{"file":"nowhere"}}}""");

        GatewayConfig config = load(Map.of(
                "TURNGATE_MANAGEMENT_ADMIN_TOKEN", "sesame",
                "TURNGATE_REDIS_PASSWORD", "open"));

        assertThat(config.management().adminToken()).contains(new Secret("sesame"));
        assertThat(config.redis().password()).contains(new Secret("open"));
    }

    @Test
    void anOverridingRedisTakesThePlaceOfTheEmbeddedOne() throws Exception {
        GatewayConfig config = load(Map.of("TURNGATE_REDIS_URI", "redis://localhost:6379"));

        assertThat(config.redis().uris()).containsExactly("redis://localhost:6379");
        assertThat(config.redis().embeddedDir()).isEmpty();
    }

    @Test
    void aBadOverrideIsAProblemOfItsVariable() {
        assertThat(problems(Map.of(
                        "TURNGATE_HTTP_PORT", "http",
                        "TURNGATE_MAX_IN_FLIGHT", "0",
                        "TURNGATE_REDIS_ALLOW_EVICTION", "yes",
                        "TURNGATE_REDIS_URI", "redis://:hidden@localhost",
                        "TURNGATE_HTTP_PUBLIC_URL", "http://gate.example.com",
                        "TURNGATE_HTTP_TRUSTED_PROXIES", "nowhere")))
                .containsExactlyInAnyOrder(
                        "TURNGATE_HTTP_PORT: must be an integer from 0 to 65535",
                        "TURNGATE_MAX_IN_FLIGHT: must be an integer from 1 to 1000000, is 0",
                        "TURNGATE_REDIS_ALLOW_EVICTION: must be true or false",
                        "TURNGATE_REDIS_URI: must not hold credentials: they belong in redis.username and"
                                + " redis.password",
                        "TURNGATE_HTTP_PUBLIC_URL: must be an https URL such as https://gate.example.com",
                        "TURNGATE_HTTP_TRUSTED_PROXIES: must be an IP address or a CIDR block such as 10.0.0.0/8,"
                                + " is \"nowhere\"");
    }

    @Test
    void aBrokenFileAndABadOverrideAreToldTogether() {
        conf.write("gateway.json", "");

        assertThat(problems(Map.of("TURNGATE_HTTP_PORT", "http")))
                .containsExactly(
                        "gateway.json: is empty: expected a JSON object",
                        "TURNGATE_HTTP_PORT: must be an integer from 0 to 65535");
    }

    @Test
    void aMissingFileIsAProblem() {
        conf.delete("gateway.json");

        assertThat(problems(Map.of())).containsExactly("gateway.json: is missing");
        assertThat(conf.check()).containsExactly(new Problem("gateway.json", "", "is missing"));
    }
}
