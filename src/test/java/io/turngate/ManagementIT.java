package io.turngate;

import static io.turngate.RunningGateway.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.testing.RedisServer;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The management server. */
class ManagementIT {

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final RunningGateway gateway = new RunningGateway(
            redis, conf -> conf.tenant("broken").write("tenants/broken/rules.json", "{\"historyDays\":0}"));

    @Test
    void aliveIsUp() {
        HttpResponse<String> response = gateway.send(gateway.management("/health/live"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response)).isEqualTo(new JsonObject("{\"state\":\"up\"}"));
    }

    @Test
    void readinessIsAMapOfComponentsAndStaysGoodBesideABadTenant() {
        HttpResponse<String> response = gateway.send(gateway.management("/health/ready"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response))
                .isEqualTo(new JsonObject("{\"gateway\":\"serving\",\"redis\":\"up\",\"tenants\":\"up\","
                        + "\"tenant:school\":\"up\",\"tenant:broken\":\"down\"}"));
    }

    @Test
    void withRedisAwayReadinessSaysSoAndStaysGood() {
        redis.stop();
        await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> {
            HttpResponse<String> response = gateway.send(gateway.management("/health/ready"));
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(json(response).getString("redis")).isEqualTo("down");
        });
        redis.start();
        await().atMost(Duration.ofSeconds(5))
                .until(() -> json(gateway.send(gateway.management("/health/ready")))
                        .getString("redis")
                        .equals("up"));
    }

    @Test
    void metricsAreInPrometheusForm() {
        gateway.post("{\"subscriber_id\":\"1\",\"text\":\"hello\"}");
        HttpResponse<String> response = gateway.send(gateway.management("/metrics"));
        assertThat(response.body())
                .contains("turngate_messages_total{outcome=\"answered\",reason=\"\",tenant=\"school\"} 1.0")
                .contains("turngate_message_seconds_bucket{tenant=\"school\",le=")
                .contains("turngate_rules_reload_total{result=\"loaded\",tenant=\"school\"} 1.0")
                .contains("turngate_rules_reload_total{result=\"refused\",tenant=\"broken\"} 1.0")
                .contains("turngate_redis_up 1.0")
                .contains("turngate_messages_in_flight 0.0")
                .contains(
                        "turngate_runner_seconds_count{provider=\"scripted\",result=\"replied\",tenant=\"school\"} 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/tenants", "/tenants/school/rules", "/tenants/school/contacts/1"})
    void operationsNeedTheAdminToken(String path) {
        assertThat(gateway.send(gateway.management(path)).statusCode()).isEqualTo(401);
        assertThat(gateway.send(gateway.management(path).header("Authorization", "Bearer wrong"))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void tenantsAreListedWithWhatIsInForceAndWhatWasRefused() {
        JsonObject listed = json(gateway.send(gateway.operation("/tenants")));
        JsonObject broken = listed.getJsonArray("tenants").getJsonObject(0);
        JsonObject school = listed.getJsonArray("tenants").getJsonObject(1);
        assertThat(broken.getString("state")).isEqualTo("never_loaded");
        assertThat(broken.getJsonObject("refused").getJsonArray("problems").encode())
                .contains("tenants/broken/rules.json")
                .contains("/historyDays");
        assertThat(school.getString("state")).isEqualTo("serving");
        assertThat(school.getString("rules")).matches("[0-9a-f]{12}");
        assertThat(school.containsKey("refused")).isFalse();
    }

    @Test
    void theRulesInForceAreShownWithTheirDefaults() {
        JsonObject effective =
                json(gateway.send(gateway.operation("/tenants/school/rules"))).getJsonObject("effective");
        assertThat(effective.getInteger("historyDays")).isEqualTo(30);
        assertThat(effective.getInteger("idleResetHours")).isEqualTo(24);
        assertThat(effective.getInteger("maxTurnsPerConversation")).isEqualTo(25);
        assertThat(gateway.send(gateway.operation("/tenants/nobody/rules")).statusCode())
                .isEqualTo(404);
    }

    @Test
    void aReloadAnswersWhatHappened() {
        assertThat(reload().getString("result")).isEqualTo("unchanged");
        gateway.conf().rules("school", new JsonObject("{\"historyDays\":7}"));
        assertThat(reload().getString("result")).isEqualTo("loaded");
        gateway.conf().rules("school", new JsonObject("{\"historyDays\":0}"));
        HttpResponse<String> refused =
                gateway.send(gateway.operation("/tenants/school/reload").POST(BodyPublishers.noBody()));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(json(refused).getJsonArray("problems").encode()).contains("/historyDays");
        JsonObject rules = json(gateway.send(gateway.operation("/tenants/school/rules")));
        assertThat(rules.getJsonObject("effective").getInteger("historyDays")).isEqualTo(7);
        assertThat(rules.getJsonObject("refused").getJsonArray("problems")).hasSize(1);
        assertThat(json(gateway.send(gateway.management("/health/ready"))).getString("tenant:school"))
                .isEqualTo("stale");
    }

    private JsonObject reload() {
        return json(gateway.send(gateway.operation("/tenants/school/reload").POST(BodyPublishers.noBody())));
    }

    @Test
    void aContactIsShownAsAnOperatorNeedsThem() {
        gateway.post("{\"subscriber_id\":\"4711\",\"text\":\"hello\"}");
        JsonObject contact = json(gateway.send(gateway.operation("/tenants/school/contacts/4711")));
        assertThat(contact.getInteger("count")).isEqualTo(1);
        assertThat(contact.getInteger("turns_left")).isEqualTo(24);
        assertThat(contact.getString("cap_resets_at")).isNotEmpty();
        assertThat(contact.getJsonArray("history")).hasSize(2);
        assertThat(gateway.send(gateway.operation("/tenants/school/contacts/1")).statusCode())
                .isEqualTo(404);
    }
}
