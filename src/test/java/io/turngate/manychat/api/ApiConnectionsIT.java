package io.turngate.manychat.api;

import static io.turngate.testing.Awaiting.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.Secret;
import io.turngate.core.ContactId;
import io.turngate.manychat.api.ApiAnswer.Kind;
import io.turngate.manychat.api.ManyChatApi.Account;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.JksOptions;
import io.vertx.core.net.NetServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the client does with connections: which it keeps, which it trusts, which it waits for. */
class ApiConnectionsIT {

    private static final ContactId CONTACT = new ContactId("1");
    private static final Secret KEY = new Secret("1:abc");
    private static final String PASSWORD = "changeit";

    private Vertx vertx;
    private HttpManyChatApi api;

    @BeforeEach
    void start() {
        vertx = Vertx.vertx();
        api = new HttpManyChatApi(vertx, Duration.ofSeconds(2));
    }

    @AfterEach
    void stop() {
        result(vertx.close());
    }

    @Test
    void callsThatMustNotBeRepeatedShareNoConnectionTheOthersDo() {
        Map<HttpConnection, AtomicInteger> calls = new ConcurrentHashMap<>();
        Account account = serve(new HttpServerOptions(), "http", request -> {
            calls.computeIfAbsent(request.connection(), first -> new AtomicInteger())
                    .incrementAndGet();
            request.response().end("{}");
        });
        List<Future<ApiAnswer>> answers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            answers.add(i % 2 == 0 ? api.sendContent(account, CONTACT, new JsonObject()) : flow(account));
        }
        assertThat(answers)
                .allSatisfy(answer -> assertThat(result(answer).isAccepted()).isTrue());
        assertThat(calls).hasSize(200);
        calls.clear();
        for (int i = 0; i < 10; i++) {
            assertThat(result(api.addTag(account, CONTACT, "t")).isAccepted()).isTrue();
        }
        assertThat(calls).hasSize(1);
    }

    @Test
    void aRedirectIsNotFollowed() {
        AtomicInteger calls = new AtomicInteger();
        Account account = serve(new HttpServerOptions(), "http", request -> {
            calls.incrementAndGet();
            request.response()
                    .setStatusCode(307)
                    .putHeader("Location", "/elsewhere")
                    .end();
        });
        assertThat(result(flow(account)).kind()).isEqualTo(Kind.REFUSED);
        assertThat(result(api.checkKey(account)).kind()).isEqualTo(Kind.REFUSED);
        assertThat(calls).hasValue(2);
    }

    @Test
    void aServerThatIsNotTrustedIsSentNothing(@TempDir Path folder) throws Exception {
        Path store = folder.resolve("self-signed.jks");
        selfSign(store);
        AtomicInteger calls = new AtomicInteger();
        HttpServerOptions options = new HttpServerOptions()
                .setSsl(true)
                .setKeyCertOptions(new JksOptions().setPath(store.toString()).setPassword(PASSWORD));
        Account account = serve(options, "https", request -> {
            calls.incrementAndGet();
            request.response().end("{}");
        });
        assertThat(result(flow(account)).kind()).isEqualTo(Kind.NOT_SENT);
        assertThat(result(api.checkKey(account)).kind()).isEqualTo(Kind.NOT_SENT);
        assertThat(calls).hasValue(0);
    }

    /** A server that accepts and does not shake hands: there is no connection yet when the time is over. */
    @Test
    void aConnectionThatIsNotThereInTimeSentNothing() {
        NetServer mute = vertx.createNetServer().connectHandler(socket -> socket.handler(ignored -> {}));
        int port = result(mute.listen(0, "127.0.0.1")).actualPort();
        HttpManyChatApi hasty = new HttpManyChatApi(vertx, Duration.ofMillis(300));
        Account account = new Account("https://127.0.0.1:" + port, KEY);
        assertThat(result(hasty.sendFlow(account, CONTACT, "content1")))
                .isEqualTo(new ApiAnswer(Kind.NOT_SENT, "no connection in time"));
    }

    @Test
    void anAnswerThatStopsHalfWayIsWhatItsStatusSays() {
        Account account = serve(new HttpServerOptions(), "http", request -> {
            int status = request.path().endsWith("sendFlow") ? 200 : 429;
            request.response().setStatusCode(status).setChunked(true).write("{\"status\":\"succ");
        });
        HttpManyChatApi hasty = new HttpManyChatApi(vertx, Duration.ofMillis(300));
        assertThat(result(hasty.sendFlow(account, CONTACT, "content1")).kind()).isEqualTo(Kind.UNCERTAIN);
        assertThat(result(hasty.checkKey(account)).kind()).isEqualTo(Kind.TOO_FAST);
    }

    @Test
    void anAnswerWithoutEndIsLeft() {
        Account account = serve(new HttpServerOptions(), "http", request -> {
            request.response().setChunked(true);
            drip(request);
        });
        assertThat(result(flow(account)).kind()).isEqualTo(Kind.UNCERTAIN);
    }

    @Test
    void theFutureCompletesOnTheCallersEventLoop() {
        Account account = serve(
                new HttpServerOptions(), "http", request -> request.response().end("{}"));
        Future<Boolean> same =
                Future.future(promise -> vertx.getOrCreateContext().runOnContext(go -> {
                    Thread caller = Thread.currentThread();
                    flow(account).onComplete(answer -> promise.complete(Thread.currentThread() == caller));
                }));
        assertThat(result(same)).isTrue();
    }

    private Future<ApiAnswer> flow(Account account) {
        return api.sendFlow(account, CONTACT, "content1");
    }

    private void drip(HttpServerRequest request) {
        request.response().write("x".repeat(10_000)).onSuccess(written -> drip(request));
    }

    private Account serve(HttpServerOptions options, String scheme, io.vertx.core.Handler<HttpServerRequest> handler) {
        HttpServer server = vertx.createHttpServer(options).requestHandler(handler);
        return new Account(
                scheme + "://127.0.0.1:" + result(server.listen(0, "127.0.0.1")).actualPort(), KEY);
    }

    private static void selfSign(Path store) throws IOException, InterruptedException {
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "a",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "JKS",
                        "-storepass",
                        PASSWORD,
                        "-keypass",
                        PASSWORD,
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor()).isZero();
    }
}
