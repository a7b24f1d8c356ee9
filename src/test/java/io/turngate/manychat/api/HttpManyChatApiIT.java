package io.turngate.manychat.api;

import static io.turngate.testing.Awaiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turngate.config.Secret;
import io.turngate.core.Channel;
import io.turngate.core.ContactId;
import io.turngate.emulator.CallKind;
import io.turngate.emulator.ContactSpec;
import io.turngate.emulator.ContactView.Source;
import io.turngate.emulator.Emulator;
import io.turngate.emulator.EmulatorOptions;
import io.turngate.emulator.Fault;
import io.turngate.manychat.api.ApiAnswer.Kind;
import io.turngate.manychat.api.ManyChatApi.Account;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The client against the emulator: every row of what answers mean, and every way in which none comes. */
class HttpManyChatApiIT {

    /** More than 2^53, and no double has it. */
    private static final String ID = "9007199254740993";

    private static final ContactId CONTACT = new ContactId(ID);
    private static final String FLOW = "content20260101_1";

    private Vertx vertx;
    private Emulator emulator;
    private HttpManyChatApi api;
    private Account account;

    @BeforeEach
    void start() {
        vertx = Vertx.vertx();
        emulator = result(Emulator.start(vertx, EmulatorOptions.STRICT));
        api = new HttpManyChatApi(vertx, Duration.ofSeconds(5));
        account = new Account(emulator.baseUrl(), emulator.apiToken());
        result(emulator.put(ContactSpec.of(ID, Channel.WHATSAPP)));
    }

    @AfterEach
    void stop() {
        result(vertx.close());
    }

    @Test
    void everyCallIsAcceptedAndDoesWhatItSays() {
        assertThat(result(api.sendContent(account, CONTACT, block("héllo \"you\"\n🎁")))
                        .isAccepted())
                .isTrue();
        assertThat(result(api.sendFlow(account, CONTACT, FLOW)).isAccepted()).isTrue();
        assertThat(result(api.setCustomField(account, CONTACT, "ai_token", "t1"))
                        .isAccepted())
                .isTrue();
        assertThat(result(api.addTag(account, CONTACT, "needs_human")).isAccepted())
                .isTrue();
        assertThat(emulator.contact(ID).tags()).containsExactly("needs_human");
        assertThat(result(api.removeTag(account, CONTACT, "needs_human")).isAccepted())
                .isTrue();
        assertThat(result(api.checkKey(account)).isAccepted()).isTrue();
        assertThat(emulator.contact(ID).texts(Source.PUSH)).containsExactly("héllo \"you\"\n🎁");
        assertThat(emulator.contact(ID).flows()).hasSize(1);
        assertThat(emulator.contact(ID).fields()).containsEntry("ai_token", "t1");
        assertThat(emulator.contact(ID).tagEvents()).hasSize(2);
    }

    @Test
    void aFieldIsFoundByItsName() {
        assertThat(result(api.findCustomFieldId(account, "ai_token"))).contains(101L);
        assertThat(result(api.findCustomFieldId(account, "AI_TOKEN"))).isEmpty();
    }

    @Test
    void aFieldThatCouldNotBeLookedUpIsNotAFieldThatIsMissing() {
        for (Fault fault : List.of(
                Fault.serverError(), Fault.cut(), Fault.wrongToken(), Fault.answer(200, "{\"status\":\"success\"}"))) {
            emulator.faults().next(1, CallKind.GET_CUSTOM_FIELDS, fault);
            assertThatThrownBy(() -> result(api.findCustomFieldId(account, "ai_token")))
                    .isInstanceOf(ApiFailure.class)
                    .hasNoCause();
        }
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of(Fault.tooFast(), Kind.TOO_FAST),
                Arguments.of(Fault.error(400, "Api max rps reached", 0), Kind.TOO_FAST),
                Arguments.of(Fault.serverError(), Kind.NOT_SENT),
                Arguments.of(Fault.answer(503, "<html>"), Kind.NOT_SENT),
                Arguments.of(Fault.wrongToken(), Kind.WRONG_KEY),
                Arguments.of(Fault.error(400, "x", 3011), Kind.OUTSIDE_WINDOW),
                Arguments.of(Fault.error(200, "x", 3031), Kind.OUTSIDE_WINDOW),
                Arguments.of(Fault.error(200, "Subscriber does not exist", 0), Kind.NO_SUCH_CONTACT),
                Arguments.of(Fault.error(200, "x", 1), Kind.REFUSED),
                Arguments.of(Fault.answer(403, ""), Kind.REFUSED),
                Arguments.of(Fault.answer(302, ""), Kind.REFUSED),
                Arguments.of(Fault.answer(200, "<html>"), Kind.UNCERTAIN),
                Arguments.of(Fault.answer(200, "{\"a\":\"" + "b".repeat(66_000) + "\"}"), Kind.UNCERTAIN),
                Arguments.of(Fault.answer(400, "b".repeat(66_000)), Kind.REFUSED),
                Arguments.of(Fault.answer(500, "b".repeat(66_000)), Kind.NOT_SENT),
                Arguments.of(Fault.cut(), Kind.UNCERTAIN),
                Arguments.of(Fault.cutAfterEffect(), Kind.UNCERTAIN),
                Arguments.of(Fault.slow(Duration.ofMillis(50)), Kind.ACCEPTED));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void anAnswerIsReadTheSameForEveryCall(Fault fault, Kind kind) {
        emulator.faults().next(6, fault);
        List<Future<ApiAnswer>> answers = List.of(
                api.sendContent(account, CONTACT, block("a")),
                api.sendFlow(account, CONTACT, FLOW),
                api.setCustomField(account, CONTACT, "ai_token", "b"),
                api.addTag(account, CONTACT, "needs_human"),
                api.removeTag(account, CONTACT, "needs_human"),
                api.checkKey(account));
        assertThat(answers)
                .allSatisfy(answer -> assertThat(result(answer).kind()).isEqualTo(kind));
        assertThat(emulator.contact(ID).texts()).hasSize(fault.takesEffect() ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatHangsIsUncertainWhetherItWasTakenOrNot(boolean taken) {
        HttpManyChatApi hasty = new HttpManyChatApi(vertx, Duration.ofMillis(200));
        emulator.faults().next(2, taken ? Fault.hangAfterEffect() : Fault.hang());
        assertThat(result(hasty.sendContent(account, CONTACT, block("a")))).isEqualTo(noAnswer());
        assertThat(result(hasty.checkKey(account))).isEqualTo(noAnswer());
        assertThat(emulator.contact(ID).texts()).hasSize(taken ? 1 : 0);
        assertThat(result(api.checkKey(account)).isAccepted()).isTrue();
    }

    @Test
    void aRefusedConnectionSentNothingAndTheNextOneIsTried() {
        assertThat(result(api.checkKey(account)).isAccepted()).isTrue();
        result(emulator.refuseConnections());
        assertThat(result(api.sendContent(account, CONTACT, block("a"))).kind()).isEqualTo(Kind.NOT_SENT);
        assertThat(result(api.setCustomField(account, CONTACT, "ai_token", "b")).kind())
                .isEqualTo(Kind.NOT_SENT);
        result(emulator.acceptConnections());
        assertThat(result(api.sendContent(account, CONTACT, block("b"))).kind()).isEqualTo(Kind.ACCEPTED);
        assertThat(emulator.contact(ID).texts()).containsExactly("b");
    }

    @Test
    void whatTheEmulatorItselfRefuses() {
        Account wrong = new Account(emulator.baseUrl(), new Secret("1:0"));
        assertThat(result(api.checkKey(wrong)).kind()).isEqualTo(Kind.WRONG_KEY);
        assertThat(result(api.sendContent(account, new ContactId("77"), block("a")))
                        .kind())
                .isEqualTo(Kind.NO_SUCH_CONTACT);
        assertThat(result(api.addTag(account, CONTACT, "no_such")))
                .isEqualTo(new ApiAnswer(
                        Kind.REFUSED, "status 400: Validation error; Tag with name no_such does not exist"));
        result(emulator.put(ContactSpec.of("5", Channel.INSTAGRAM)));
        assertThat(result(api.sendContent(account, new ContactId("5"), block("a")))
                        .kind())
                .isEqualTo(Kind.OUTSIDE_WINDOW);
        Instant dayAgo = Instant.now().minus(Duration.ofHours(25));
        result(emulator.put(ContactSpec.of("6", Channel.WHATSAPP).seenAt(dayAgo)));
        assertThat(result(api.sendContent(account, new ContactId("6"), block("a")))
                        .kind())
                .isEqualTo(Kind.OUTSIDE_WINDOW);
    }

    @Test
    void callsOverTheLimitAreToldToBeTooFast() {
        List<Future<ApiAnswer>> answers = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            answers.add(api.sendContent(account, CONTACT, block("a")));
        }
        assertThat(answers.stream().filter(answer -> result(answer).kind() == Kind.TOO_FAST))
                .isNotEmpty();
        assertThat(emulator.usage().mostInASecond(CallKind.SEND_CONTENT)).isGreaterThan(25);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "-1", "1.0", "0123", "1e3", "١٢"})
    void anIdThatIsNotManyChatsMakesNoCall(String id) {
        ContactId contact = new ContactId(id);
        List<Future<ApiAnswer>> answers = List.of(
                api.sendContent(account, contact, block("a")),
                api.sendFlow(account, contact, FLOW),
                api.setCustomField(account, contact, "ai_token", "b"),
                api.addTag(account, contact, "needs_human"),
                api.removeTag(account, contact, "needs_human"));
        assertThat(answers)
                .allSatisfy(answer -> assertThat(result(answer).kind()).isEqualTo(Kind.REFUSED));
        assertThat(Stream.of(CallKind.values())
                        .mapToInt(emulator.usage()::total)
                        .sum())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "http://", "ftp://127.0.0.1", "http://127.0.0.1:99999"})
    void aBaseUrlThatIsNoneSendsNothing(String baseUrl) {
        Account nowhere = new Account(baseUrl, emulator.apiToken());
        ApiAnswer answer = result(api.checkKey(nowhere));
        assertThat(answer.kind()).isEqualTo(Kind.NOT_SENT);
        assertThat(answer.why()).isNotEqualTo("no connection in time");
    }

    @Test
    void aKeyThatIsNoHeaderIsInNoReason() {
        Account broken = new Account(emulator.baseUrl(), new Secret("my\r\nkey"));
        ApiAnswer answer = result(api.checkKey(broken));
        assertThat(answer.kind()).isEqualTo(Kind.NOT_SENT);
        assertThat(answer.why()).doesNotContain("my", "\r");
    }

    private static ApiAnswer noAnswer() {
        return new ApiAnswer(Kind.UNCERTAIN, "no answer in time");
    }

    private static JsonObject block(String text) {
        JsonObject message = new JsonObject().put("type", "text").put("text", text);
        return new JsonObject()
                .put("version", "v2")
                .put("content", new JsonObject().put("type", "whatsapp").put("messages", new JsonArray().add(message)));
    }
}
