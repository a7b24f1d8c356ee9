package io.turngate.runner.wire;

import static io.turngate.testing.ModelCase.ask;
import static io.turngate.testing.ModelCase.fail;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.config.Secret;
import io.turngate.runner.model.Completion.Usage;
import io.turngate.runner.model.Model;
import io.turngate.runner.model.ModelFailure;
import io.turngate.runner.model.ModelFailure.Kind;
import io.turngate.testing.Awaiting;
import io.turngate.testing.ModelAnswer;
import io.turngate.testing.ModelCase;
import io.turngate.testing.ModelServer;
import io.turngate.testing.ModelWire;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that a provider may do instead of answering, on both wires. After each the next call works. */
class MisbehaviourIT {

    private static final Usage USAGE = new Usage(100, 64, 20);
    /** Long enough for whatever does not wait for its deadline. */
    private static final long AMPLE = 10_000;

    private static final long SHORT = 300;

    private final ModelCase setting = new ModelCase();

    @AfterEach
    void close() {
        setting.close();
    }

    static Stream<Arguments> misbehaviours() {
        Map<String, Arguments> kinds = Map.ofEntries(
                Map.entry("rubbish", Arguments.of(ModelAnswer.rubbish(), Kind.UNREADABLE, AMPLE)),
                Map.entry("html", Arguments.of(ModelAnswer.html(), Kind.UNREADABLE, AMPLE)),
                Map.entry("half JSON", Arguments.of(ModelAnswer.halfJson(), Kind.UNREADABLE, AMPLE)),
                Map.entry("no body", Arguments.of(ModelAnswer.raw(200, ""), Kind.UNREADABLE, AMPLE)),
                Map.entry("null", Arguments.of(ModelAnswer.raw(200, "null"), Kind.UNREADABLE, AMPLE)),
                Map.entry("other JSON", Arguments.of(ModelAnswer.raw(200, "{\"a\":1}"), Kind.UNREADABLE, AMPLE)),
                Map.entry("deep", Arguments.of(ModelAnswer.raw(200, "[".repeat(9_000)), Kind.UNREADABLE, AMPLE)),
                Map.entry("odd choice", Arguments.of(ModelAnswer.raw(200, ODD), Kind.UNREADABLE, AMPLE)),
                Map.entry("nothing", Arguments.of(ModelAnswer.nothing(), Kind.UNREADABLE, AMPLE)),
                Map.entry("blank", Arguments.of(ModelAnswer.text(" \n"), Kind.UNREADABLE, AMPLE)),
                Map.entry("a tool", Arguments.of(ModelAnswer.toolCall(""), Kind.UNREADABLE, AMPLE)),
                Map.entry("truncated", Arguments.of(ModelAnswer.truncated("Hel"), Kind.UNREADABLE, AMPLE)),
                Map.entry("filtered", Arguments.of(ModelAnswer.filtered("Hel"), Kind.REFUSED, AMPLE)),
                Map.entry("5 MB", Arguments.of(ModelAnswer.huge(), Kind.UNREADABLE, AMPLE)),
                Map.entry("endless", Arguments.of(ModelAnswer.endless(), Kind.UNREADABLE, AMPLE)),
                Map.entry("refusal", Arguments.of(ModelAnswer.refusal(), Kind.REFUSED, AMPLE)),
                Map.entry(
                        "400",
                        Arguments.of(ModelAnswer.error(400, "invalid_request_error", "no"), Kind.REFUSED, AMPLE)),
                Map.entry("403", Arguments.of(ModelAnswer.error(403, "permission_error", "no"), Kind.REFUSED, AMPLE)),
                Map.entry("404", Arguments.of(ModelAnswer.raw(404, "nginx"), Kind.REFUSED, AMPLE)),
                Map.entry("307", Arguments.of(ModelAnswer.raw(307, "").with("Location", "/"), Kind.REFUSED, AMPLE)),
                Map.entry("quota", Arguments.of(ModelAnswer.error(429, "insufficient_quota", ""), Kind.REFUSED, AMPLE)),
                Map.entry("429", Arguments.of(ModelAnswer.tooFast(), Kind.TOO_FAST, AMPLE)),
                Map.entry("408", Arguments.of(ModelAnswer.raw(408, ""), Kind.UNAVAILABLE, AMPLE)),
                Map.entry("500", Arguments.of(ModelAnswer.error(500, "api_error", "oh"), Kind.UNAVAILABLE, AMPLE)),
                Map.entry("502", Arguments.of(ModelAnswer.raw(502, "<html>"), Kind.UNAVAILABLE, AMPLE)),
                Map.entry("529", Arguments.of(ModelAnswer.error(529, "overloaded_error", ""), Kind.UNAVAILABLE, AMPLE)),
                Map.entry("huge 500", Arguments.of(error(ModelAnswer.huge(), 500), Kind.UNAVAILABLE, AMPLE)),
                Map.entry("cut 429", Arguments.of(error(ModelAnswer.cutInBody(), 429), Kind.TOO_FAST, AMPLE)),
                Map.entry("200, error", Arguments.of(ModelAnswer.raw(200, ERROR), Kind.UNAVAILABLE, AMPLE)),
                Map.entry("200, 429", Arguments.of(ModelAnswer.raw(200, ERROR_429), Kind.TOO_FAST, AMPLE)),
                Map.entry("cut", Arguments.of(ModelAnswer.cut(), Kind.UNAVAILABLE, AMPLE)),
                Map.entry("cut in body", Arguments.of(ModelAnswer.cutInBody(), Kind.UNAVAILABLE, AMPLE)),
                Map.entry("stalled", Arguments.of(ModelAnswer.stalled(), Kind.TIMEOUT, SHORT)),
                Map.entry("silent", Arguments.of(ModelAnswer.silent(), Kind.TIMEOUT, SHORT)),
                Map.entry("slow", Arguments.of(ModelAnswer.reply("Late").slow(900), Kind.TIMEOUT, SHORT)));
        return Stream.of(ModelWire.values())
                .flatMap(wire -> kinds.entrySet().stream()
                        .map(entry -> Arguments.argumentSet(
                                wire + " " + entry.getKey(),
                                prepend(wire, entry.getValue().get()))));
    }

    private static final String ODD = "{\"choices\":[7],\"content\":7,\"usage\":[]}";
    private static final String ERROR = "{\"error\":{\"message\":\"Provider returned error\"}}";
    private static final String ERROR_429 = "{\"error\":{\"message\":\"Provider returned error\",\"code\":429}}";

    @ParameterizedTest
    @MethodSource("misbehaviours")
    void itEndsAsWhatItIsAndTheNextCallWorks(ModelWire wire, ModelAnswer answer, Kind kind, long millis) {
        Model model = setting.model(wire);
        setting.server.answering(answer);
        ModelFailure failure = fail(model, millis);
        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.getMessage())
                .doesNotContain(ModelServer.KEY.reveal())
                .doesNotContain("What is it?");
        setting.server.answering(ModelAnswer.text("Hello again"));
        assertThat(ask(model, "c:Hi").text()).isEqualTo("Hello again");
    }

    /** Whoever reads on pays for what nobody waits for; whoever keeps the connection runs out of them. */
    @ParameterizedTest
    @MethodSource("unended")
    void whatIsGivenUpLosesItsConnection(ModelWire wire, ModelAnswer answer) {
        setting.server.answering(answer);
        assertThat(fail(setting.model(wire), SHORT).kind()).isIn(Kind.TIMEOUT, Kind.UNREADABLE);
        await().until(() -> setting.server.connectionsOpen() == 0);
        assertThat(setting.server.connectionsOpened()).isEqualTo(1);
    }

    static Stream<Arguments> unended() {
        return Stream.of(ModelWire.values())
                .flatMap(wire -> Stream.of(
                                ModelAnswer.stalled(), ModelAnswer.silent(), ModelAnswer.endless(), ModelAnswer.huge())
                        .map(answer -> Arguments.of(wire, answer)));
    }

    @ParameterizedTest
    @EnumSource
    void wordsBesideACallOfAToolThatNobodyOfferedAreTheReply(ModelWire wire) {
        setting.server.answering(ModelAnswer.toolCall("Hello"));
        assertThat(ask(setting.model(wire), "c:Hi").text()).isEqualTo("Hello");
    }

    @ParameterizedTest
    @EnumSource
    void wordsInPartsAreOneReplyWithoutThoughts(ModelWire wire) {
        setting.server.answering(ModelAnswer.parts("Hel", "lo"));
        assertThat(ask(setting.model(wire), "c:Hi").text()).isEqualTo("Hello");
    }

    @ParameterizedTest
    @EnumSource
    void whatACallCostsIsTold(ModelWire wire) {
        Model model = setting.model(wire);
        assertThat(ask(model, "c:Hi").usage()).isEqualTo(USAGE);
        setting.server.answering(ModelAnswer.truncated("Hel"));
        assertThat(fail(model, AMPLE).usage()).isEqualTo(USAGE);
        setting.server.answering(ModelAnswer.html());
        assertThat(fail(model, AMPLE).usage()).isEqualTo(Usage.NONE);
    }

    @ParameterizedTest
    @EnumSource
    void whenAProviderMayBeAskedAgainIsTold(ModelWire wire) {
        Model model = setting.model(wire);
        setting.server.answering(ModelAnswer.tooFast("7"));
        assertThat(fail(model, AMPLE).retryAfter()).contains(Duration.ofSeconds(7));
        setting.server.answering(ModelAnswer.error(503, "api_error", "").with("Retry-After", "0"));
        assertThat(fail(model, AMPLE).retryAfter()).contains(Duration.ZERO);
        setting.server.answering(ModelAnswer.tooFast());
        assertThat(fail(model, AMPLE).retryAfter()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aWrongKeyIsRefusedAndNeverSaid(ModelWire wire) {
        ModelSettings right = setting.server.settings(wire);
        for (Optional<Secret> key : List.of(
                Optional.of(new Secret("sk-wrong-1")),
                Optional.of(new Secret("sk-\u0000\nwrong-2")),
                Optional.<Secret>empty())) {
            Model model =
                    setting.model(wire, new ModelSettings(right.baseUrl(), right.model(), key, Optional.empty(), 500));
            ModelFailure failure = fail(model, AMPLE);
            assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
            assertThat(failure.toString()).doesNotContain("wrong").doesNotContain("sk-");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatIsNotThereIsUnavailable(ModelWire wire) {
        Model model = setting.model(wire);
        Awaiting.result(setting.server.stop());
        assertThat(fail(model, AMPLE).kind()).isEqualTo(Kind.UNAVAILABLE);
    }

    @ParameterizedTest
    @EnumSource
    void withoutTimeNothingIsAsked(ModelWire wire) {
        assertThat(fail(setting.model(wire), 0).kind()).isEqualTo(Kind.TIMEOUT);
        assertThat(setting.server.requests()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void onceClosedNothingIsAsked(ModelWire wire) {
        Awaiting.result(setting.clients.close());
        assertThat(fail(setting.model(wire), AMPLE).kind()).isEqualTo(Kind.REFUSED);
    }

    private static ModelAnswer error(ModelAnswer answer, int status) {
        return new ModelAnswer(status, answer.headers(), answer.body(), answer.end(), answer.held());
    }

    private static Object[] prepend(ModelWire wire, Object[] arguments) {
        return Stream.concat(Stream.of(wire), Stream.of(arguments)).toArray();
    }
}
