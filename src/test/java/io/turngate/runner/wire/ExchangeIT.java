package io.turngate.runner.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.turngate.runner.model.ModelFailure;
import io.turngate.runner.model.ModelFailure.Kind;
import io.turngate.testing.Awaiting;
import io.turngate.testing.ModelAnswer;
import io.turngate.testing.ModelCase;
import io.turngate.testing.ModelServer;
import io.turngate.testing.ModelWire;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that find no connection free. */
class ExchangeIT {

    private static final Buffer BODY = Buffer.buffer(
            "{\"model\":\"test-model\",\"max_tokens\":1," + "\"messages\":[{\"role\":\"user\",\"content\":\"u\"}]}");

    private final ModelCase setting = new ModelCase();
    private final HttpClient client = setting.vertx.createHttpClient(
            new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(1).setMaxWaitQueueSize(1));

    @AfterEach
    void close() {
        setting.close();
    }

    @Test
    void oneTooManyFailsAtOnceAndOneThatWaitedTooLongIsNeverSent() {
        Promise<Void> gate = Promise.promise();
        setting.server.answering(ModelAnswer.reply("Hello").heldBy(vertx -> gate.future()));
        Future<HttpAnswer> first = post(10_000);
        await().until(() -> setting.server.inFlight() == 1);
        Future<HttpAnswer> waits = post(300);
        assertFails(post(10_000), Kind.TOO_FAST);
        assertFails(waits, Kind.TIMEOUT);
        gate.complete();
        assertThat(Awaiting.result(first).status()).isEqualTo(200);
        await().ignoreExceptionsInstanceOf(ModelFailure.class)
                .until(() -> Awaiting.result(post(10_000)).status() == 200);
        assertThat(setting.server.requests()).hasSize(2);
    }

    private Future<HttpAnswer> post(long limitMillis) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setAbsoluteURI(setting.server.baseUrl(ModelWire.OPENAI) + "/chat/completions")
                .putHeader("Authorization", "Bearer " + ModelServer.KEY.reveal());
        return Exchange.post(setting.vertx, client, options, BODY, limitMillis);
    }

    private static void assertFails(Future<HttpAnswer> call, Kind kind) {
        assertThatThrownBy(() -> Awaiting.result(call))
                .isInstanceOfSatisfying(
                        ModelFailure.class,
                        failure -> assertThat(failure.kind()).isEqualTo(kind));
    }
}
