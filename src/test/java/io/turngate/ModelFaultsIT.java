package io.turngate;

import static org.assertj.core.api.SoftAssertions.assertSoftly;

import io.turngate.testing.ConfFolder;
import io.turngate.testing.ModelAnswer;
import io.turngate.testing.ModelRequest;
import io.turngate.testing.ModelServer;
import io.turngate.testing.ModelWire;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever a model's server does instead of answering, through a whole gateway. Each fault has a tenant of its own, and so
 * a breaker of its own.
 */
class ModelFaultsIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int REPLY_DEADLINE_MILLIS = 5_000;
    /** ManyChat's own limit: within it on a busy machine too, and far below the model's abort of 30 s. */
    private static final long IN_TIME_MILLIS = 10_000;

    private static final String HANDED_OVER = "[handed to a colleague]";
    private static final String LATE = "model_timeout";
    private static final String BACK = "Back again.";
    private static final Vertx VERTX = Vertx.vertx();

    /**
     * What a server does.
     *
     * @param answers to its first, second … request; the last for all that follow
     * @param reason why the contact is handed over; empty if they get the reply
     */
    private record Fault(String reason, List<ModelAnswer> answers) {

        static Fault of(String reason, ModelAnswer... answers) {
            return new Fault(reason, List.of(answers));
        }

        ModelAnswer answer(int request) {
            return answers.get(Math.min(request, answers.size()) - 1);
        }
    }

    private static final ModelAnswer GOOD = ModelAnswer.reply("Fine.");
    private static final Map<String, Fault> FAULTS = faults();

    private static Map<String, Fault> faults() {
        Map<String, Fault> faults = new LinkedHashMap<>();
        faults.put("slow", Fault.of(LATE, GOOD.slow(15_000)));
        faults.put("silent", Fault.of(LATE, ModelAnswer.silent()));
        faults.put("stall", Fault.of(LATE, ModelAnswer.stalled()));
        faults.put("cut", Fault.of("model_error", ModelAnswer.cut()));
        faults.put("cut-in-body", Fault.of("model_error", ModelAnswer.cutInBody()));
        faults.put("cut-once", Fault.of("", ModelAnswer.cut(), GOOD));
        faults.put("rubbish", Fault.of("bad_reply", ModelAnswer.rubbish()));
        faults.put("html", Fault.of("bad_reply", ModelAnswer.html()));
        faults.put("half-json", Fault.of("bad_reply", ModelAnswer.halfJson()));
        faults.put("no-form", Fault.of("bad_reply", ModelAnswer.text("Fine.")));
        faults.put("no-form-once", Fault.of("", ModelAnswer.text("Fine."), GOOD));
        faults.put("no-choice", Fault.of("bad_reply", ModelAnswer.nothing()));
        faults.put("truncated", Fault.of("bad_reply", ModelAnswer.truncated("Fi")));
        faults.put("tool", Fault.of("bad_reply", ModelAnswer.toolCall("")));
        faults.put("huge", Fault.of("bad_reply", ModelAnswer.huge()));
        faults.put("endless", Fault.of("bad_reply", ModelAnswer.endless()));
        faults.put("refusal", Fault.of("model_error", ModelAnswer.refusal()));
        faults.put("too-fast", Fault.of("model_error", ModelAnswer.tooFast()));
        faults.put("too-fast-once", Fault.of("", ModelAnswer.tooFast("1"), GOOD));
        faults.put("too-fast-for-long", Fault.of("model_error", ModelAnswer.tooFast("600"), GOOD));
        faults.put("500", Fault.of("model_error", ModelAnswer.error(500, "api_error", "Internal error")));
        faults.put("500-once", Fault.of("", ModelAnswer.error(500, "api_error", "Internal error"), GOOD));
        faults.put("401", Fault.of("model_error", ModelAnswer.error(401, "authentication_error", "invalid key")));
        return faults;
    }

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    private static final ModelServer server = Blocking.await(ModelServer.start(VERTX), LIMIT);

    @RegisterExtension
    final RunningGateway gateway = new RunningGateway(redis, ModelFaultsIT::write);

    private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();

    @AfterAll
    static void stopModel() {
        Blocking.await(VERTX.close(), LIMIT);
    }

    private static void write(ConfFolder conf) {
        // Redis is not what is tried here, nor is a machine that does other things too.
        conf.gateway("replyDeadlineMillis", REPLY_DEADLINE_MILLIS).redis("commandTimeoutMillis", REPLY_DEADLINE_MILLIS);
        conf.model("school", server.runner(ModelWire.OPENAI, conf));
        for (ModelWire wire : ModelWire.values()) {
            FAULTS.keySet().forEach(fault -> {
                String tenant = tenant(wire, fault);
                conf.tenant(tenant).model(tenant, server.runner(wire, conf));
                conf.rules(tenant, new JsonObject().put("showAges", false));
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyContactIsToldSomethingInTimeAndTheirNextMessageWorks(ModelWire wire) {
        server.forget();
        server.answering(GOOD);
        say("school", "warm").join();
        server.answering(this::answer);
        Map<String, Told> first = sayToEach(wire, "fault ");
        assertSoftly(softly -> first.forEach((fault, told) -> firstIsRight(softly, fault, told)));

        Map<String, Told> next = sayToEach(wire, "next ");
        assertSoftly(softly -> next.forEach((fault, told) -> {
            softly.assertThat(told.fields().getString("reply")).as(fault).isEqualTo(BACK);
            softly.assertThat(told.fields().getInteger("history")).as(fault).isEqualTo(2);
            nextIsAskedRightly(softly, fault);
        }));
    }

    private static void firstIsRight(SoftAssertions softly, String name, Told told) {
        String reason = fault(name).reason();
        boolean answered = reason.isEmpty();
        softly.assertThat(told.status()).as(name).isEqualTo(200);
        softly.assertThat(told.fields().getString("outcome")).as(name).isEqualTo(answered ? "answered" : "escalated");
        softly.assertThat(told.fields().getString("reason", "")).as(name).isEqualTo(reason);
        softly.assertThat(told.fields().getString("reply"))
                .as(name)
                .isEqualTo(answered ? "Fine." : TestRules.ESCALATION);
        softly.assertThat(told.millis()).as(name).isLessThan(IN_TIME_MILLIS);
    }

    /** What the model reads of the first message is what was said, nothing of what went wrong. */
    private static void nextIsAskedRightly(SoftAssertions softly, String name) {
        List<ModelRequest> asked = server.requests().stream()
                .filter(request -> newest(request).contains("next " + name + "\n"))
                .toList();
        softly.assertThat(asked).as(name).hasSize(1);
        boolean answered = fault(name).reason().isEmpty();
        asked.forEach(request -> {
            softly.assertThat(request.roles()).as(name).containsExactly("user", "assistant", "user");
            softly.assertThat(request.contents())
                    .as(name)
                    .containsExactly(
                            "<<<message\nfault " + name + "\nmessage>>>",
                            answered ? "Fine." : HANDED_OVER,
                            "Channel: whatsapp\n\n<<<message\nnext " + name + "\nmessage>>>");
        });
    }

    private ModelAnswer answer(ModelRequest request) {
        if (newest(request).contains("next ")) {
            return ModelAnswer.reply(BACK);
        }
        String all = String.join("\n", request.contents());
        String name = all.replaceAll("(?s).*fault ([a-z0-9-]+)\n.*", "$1");
        int number =
                requests.computeIfAbsent(name, first -> new AtomicInteger()).incrementAndGet();
        return fault(name).answer(number);
    }

    private static Fault fault(String name) {
        return Objects.requireNonNull(FAULTS.get(name), name);
    }

    private static String newest(ModelRequest request) {
        return request.contents().get(request.contents().size() - 1);
    }

    /** What a contact was told, and after how long. */
    private record Told(int status, JsonObject fields, long millis) {}

    /** Those that wait for their deadline all at once, the others meanwhile, one after the other. */
    private Map<String, Told> sayToEach(ModelWire wire, String text) {
        Map<String, CompletableFuture<Told>> waiting = new LinkedHashMap<>();
        Map<String, Told> told = new LinkedHashMap<>();
        FAULTS.forEach((name, fault) -> {
            CompletableFuture<Told> said = say(tenant(wire, name), text + name);
            if (fault.reason().equals(LATE)) {
                waiting.put(name, said);
            } else {
                told.put(name, said.join());
            }
        });
        waiting.forEach((name, said) -> told.put(name, said.join()));
        return told;
    }

    private CompletableFuture<Told> say(String tenant, String text) {
        URI uri = URI.create("http://127.0.0.1:" + gateway.port() + "/v1/" + tenant + "/messages?format=fields");
        long start = System.nanoTime();
        return gateway.sendAsync(gateway.message(SteadyLoad.body("1001", text)).uri(uri))
                .thenApply(response -> told(response, start));
    }

    private static Told told(HttpResponse<String> response, long startNanos) {
        return new Told(
                response.statusCode(),
                RunningGateway.json(response),
                Duration.ofNanos(System.nanoTime() - startNanos).toMillis());
    }

    private static String tenant(ModelWire wire, String fault) {
        return wire.provider() + "-" + fault;
    }
}
