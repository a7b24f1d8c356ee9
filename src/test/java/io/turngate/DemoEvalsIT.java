package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.testing.Awaiting;
import io.turngate.testing.ConfFolder;
import io.turngate.testing.DemoModel;
import io.turngate.testing.ModelAnswer;
import io.turngate.testing.ModelServer;
import io.turngate.testing.ModelWire;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The demo's cases against models on both wires: all of them pass with a careful one, and catch one that is not. */
class DemoEvalsIT {

    private static final Path DEMO = Path.of("conf", "tenants", "demo");

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    private static final Vertx VERTX = Vertx.vertx();
    private static final ModelServer SERVER = Awaiting.result(ModelServer.start(VERTX));

    @TempDir
    Path temporary;

    private Path report;

    @AfterAll
    static void close() {
        Awaiting.result(VERTX.close());
    }

    @BeforeEach
    void copyDemo() {
        SERVER.forget();
        report = temporary.resolve("report.json");
        ConfFolder conf = new ConfFolder(temporary, redis.uri());
        conf.write("tenants/demo/model-key", ModelServer.KEY.reveal());
        try (Stream<Path> files = Files.walk(DEMO)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                conf.write("tenants/demo/" + DEMO.relativize(file), Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void wire(ModelWire wire) {
        JsonObject tenant = new JsonObject()
                .put("secrets", new JsonArray().add(new JsonObject().put("file", "model-key")))
                .put("channel", "whatsapp")
                .put("binding", "secret")
                .put(
                        "runner",
                        new JsonObject()
                                .put("provider", wire.name().toLowerCase(Locale.ROOT))
                                .put("model", ModelServer.MODEL)
                                .put("baseUrl", SERVER.baseUrl(wire))
                                .put("apiKey", new JsonObject().put("file", "model-key")));
        try {
            Files.writeString(temporary.resolve("tenants/demo/tenant.json"), tenant.encode());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Ran(int status, String out) {}

    private Ran eval(String... more) {
        StringWriter out = new StringWriter();
        List<String> words = Stream.concat(
                        Stream.of("eval", "demo", "--conf", temporary.toString(), "--json", report.toString()),
                        Stream.of(more))
                .toList();
        int status = Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(out))
                .execute(words.toArray(String[]::new));
        return new Ran(status, out.toString());
    }

    private JsonObject reported(String name) throws IOException {
        return new JsonObject(Files.readString(report))
                .getJsonArray("cases").stream()
                        .map(JsonObject.class::cast)
                        .filter(one -> one.getString("name").equals(name))
                        .findFirst()
                        .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(ModelWire.class)
    void aCarefulModelPassesAllOfThem(ModelWire wire) throws IOException {
        wire(wire);
        SERVER.answering(DemoModel.careful());
        Ran ran = eval();

        assertThat(ran.out()).doesNotContain("FAIL");
        assertThat(ran.status()).isZero();
        JsonObject all = new JsonObject(Files.readString(report));
        assertThat(all.getInteger("skipped")).isZero();
        assertThat(all.getInteger("passed")).isEqualTo(all.getJsonArray("cases").size());
        assertThat(SERVER.requests()).isNotEmpty().allMatch(request -> request.wire() == wire);
        assertThat(ran.out()).contains(" on " + wire.name().toLowerCase(Locale.ROOT) + "/" + ModelServer.MODEL + ": ");
        assertThat(all.getLong("tokensIn")).isEqualTo(100L * SERVER.requests().size());
        assertThat(ran.out()).contains("; " + all.getLong("tokensIn") + " tokens read, ");

        // With ages it takes the new price; without them it repeats the old one, which is held up.
        assertThat(reported("price-of-a-month-ago-has-changed").getString("outcome"))
                .isEqualTo("answered");
        assertThat(reported("price-of-a-month-ago-without-ages").getString("reason"))
                .isEqualTo("bad_reply");
        assertThat(reported("price-that-the-model-adds-up").getString("reason")).isEqualTo("bad_reply");
        assertThat(RedisScan.keys(redis)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(ModelWire.class)
    void aModelThatRepeatsItselfIsCaught(ModelWire wire) throws IOException {
        wire(wire);
        SERVER.answering(DemoModel.repeatingItself());
        Ran ran = eval();

        assertThat(ran.status()).isEqualTo(1);
        assertThat(new JsonObject(Files.readString(report)).getInteger("failed"))
                .isEqualTo(2);
        assertThat(ran.out()).contains("""
                      expected  outcome answered
                      seen      escalated, bad_reply (the model: the reply names a price that the catalog does not hold)
                """).contains("""
                FAIL  times-of-a-month-ago-have-changed""").contains("""
                      expected  not_contains "17:00"
                      seen      it is in the reply
                """);
        assertThat(reported("price-of-a-month-ago-has-changed").getString("verdict"))
                .isEqualTo("failed");
        assertThat(reported("price-of-a-month-ago-without-ages").getString("verdict"))
                .isEqualTo("passed");
    }

    @Test
    void withoutAPriceListNothingHoldsTheOldPriceUp() throws IOException {
        wire(ModelWire.OPENAI);
        Files.delete(temporary.resolve("tenants/demo/catalog.json"));
        SERVER.answering(DemoModel.repeatingItself());
        assertThat(eval("--case", "price-of-*").status()).isEqualTo(1);

        assertThat(reported("price-of-a-month-ago-has-changed").getString("outcome"))
                .isEqualTo("answered");
        assertThat(reported("price-of-a-month-ago-without-ages").getString("verdict"))
                .isEqualTo("failed");
    }

    @Test
    void agesAreShownOrNotAsTheCaseSays() {
        wire(ModelWire.ANTHROPIC);
        SERVER.answering(DemoModel.careful());
        assertThat(eval("--case", "price-of-*-has-changed").status()).isZero();
        assertThat(SERVER.last().contents().get(1)).startsWith("(said 29 days ago)\nA group course is 110 EUR");
        assertThat(eval("--case", "price-of-*-without-ages").status()).isZero();
        assertThat(SERVER.last().contents().get(1)).startsWith("A group course is 110 EUR");
    }

    @Test
    void aModelThatIsNotThereIsAFailureOfTheCase() {
        wire(ModelWire.OPENAI);
        SERVER.answering(ModelAnswer.error(401, "authentication_error", "no"));
        Ran ran = eval("--case", "price-that-is-in-the-catalog");
        assertThat(ran.status()).isEqualTo(1);
        assertThat(ran.out())
                .contains("seen      escalated, model_error (the model: ")
                .doesNotContain(ModelServer.KEY.reveal());
    }
}
