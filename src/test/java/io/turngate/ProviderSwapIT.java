package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.testing.ConfFolder;
import io.turngate.testing.KeptTurns;
import io.turngate.testing.ModelAnswer;
import io.turngate.testing.ModelServer;
import io.turngate.testing.ModelWire;
import io.turngate.testing.RedisServer;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program: another provider is an edit of tenant.json and a hang-up. */
class ProviderSwapIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @TempDir
    Path temporary;

    private final Vertx vertx = Vertx.vertx();
    private final ModelServer server = Blocking.await(ModelServer.start(vertx), LIMIT);

    @AfterEach
    void stopModel() {
        Blocking.await(vertx.close(), LIMIT);
    }

    @Test
    void theNextMessageAfterAHangupGoesToTheOtherProviderWithTheSameHistory() {
        ConfFolder conf = new ConfFolder(temporary, redis.uri());
        server.answering(asked -> ModelAnswer.reply("From " + asked.wire().provider()));
        try (GatewayProcess gateway = GatewayProcess.start(conf)) {
            assertThat(gateway.say("7", "hello").getString("reply")).isEqualTo("The answer.");
            for (ModelWire wire : ModelWire.values()) {
                int hangups = gateway.logged("hang-up: ").size();
                conf.model("school", server.runner(wire, conf));
                gateway.signal("HUP");
                await().atMost(LIMIT).until(() -> gateway.logged("hang-up: ").size() == hangups + 1);

                assertThat(gateway.say("7", "hello " + wire).getString("reply")).isEqualTo("From " + wire.provider());
                assertThat(server.last().wire()).isEqualTo(wire);
            }
            assertThat(server.last().roles()).containsExactly("user", "assistant", "user", "assistant", "user");
            assertThat(KeptTurns.agents(redis, "7"))
                    .extracting(turn -> turn.getString("runner"))
                    .containsExactly("scripted", "openai/" + ModelServer.MODEL, "anthropic/" + ModelServer.MODEL);
        }
    }
}
