package io.turngate;

import static io.turngate.RunningGateway.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.testing.RedisServer;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LoneSurrogateIT {

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final RunningGateway gateway = new RunningGateway(redis);

    @Test
    void aLoneSurrogateIsReplacedAndTheMessageIsAnswered() {
        HttpResponse<String> response = gateway.post("{\"subscriber_id\":\"1\",\"text\":\"a\\ud83db \\ud83d\\ude00\"}");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response).getString("outcome")).isEqualTo("answered");
        assertThat(String.valueOf(redis.call("ZRANGE", "tg:{school:1}:turns", "0", "0")))
                .contains("\"text\":\"a\ufffdb \ud83d\ude00\"");
    }
}
