package io.turngate.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.turngate.config.EvalCase.Said;
import io.turngate.core.Channel;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.Role;
import io.turngate.core.TenantId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvalReaderTest {

    private static final String FILE = "tenants/demo/evals/a.jsonl";

    @TempDir
    Path temporary;

    private TestConf conf;

    @BeforeEach
    void writeConf() {
        conf = new TestConf(temporary);
    }

    private List<EvalCase> read() {
        return new EvalReader(TestConf.PROVIDERS).read(TenantFolder.read(temporary, new TenantId("demo")));
    }

    private List<EvalCase> read(String... lines) {
        conf.write(FILE, String.join("\n", lines));
        return read();
    }

    private List<String> problems(String... lines) {
        conf.write(FILE, String.join("\n", lines));
        return catchThrowableOfType(ConfigException.class, this::read).problems().stream()
                .map(Problem::toString)
                .toList();
    }

    private static String expecting(String expect) {
        return "{\"name\":\"one\",\"turns\":[{\"role\":\"contact\",\"age\":\"2m\",\"text\":\"Hi\"},"
                + "{\"role\":\"agent\",\"age\":\"1m\",\"text\":\"Hello\"},"
                + "{\"role\":\"contact\",\"age\":\"1s\",\"text\":\"Hi\"}],\"message\":\"Well?\",\"expect\":" + expect
                + "}";
    }

    @Test
    void aCaseIsReadWhole() {
        EvalCase read = read("", """
                {"name":"one","turns":[{"role":"agent","age":"29d1h","text":"Bye","reason":"keyword"}],"message":"Hi",\
                "channel":"telegram","first_name":"Ana","locale":"es_ES","rules":{"showAges":false,\
                "rateLimit":{"turnsPerSubscriberPerHour":3}},"providers":["openai"],"expect":{"outcome":"escalated",\
                "reason":["","budget"],"contains":["a"],"not_contains":["b"],"matches":["c+"],"max_ms":8000,\
                "history":[0]}}""").get(0);

        assertThat(read.name()).isEqualTo("one");
        assertThat(read.file()).isEqualTo("a.jsonl");
        assertThat(read.line()).isEqualTo(2);
        assertThat(read.turns())
                .containsExactly(new Said(Role.AGENT, Duration.ofHours(697), "Bye", Optional.of(Reason.KEYWORD)));
        assertThat(read.message())
                .isEqualTo(new EvalCase.Written(
                        "Hi", Optional.of(Channel.TELEGRAM), Optional.of("Ana"), Optional.of("es_ES")));
        assertThat(read.rules().orElseThrow().showAges()).isFalse();
        assertThat(read.rules().orElseThrow().turnsPerSubscriberPerHour()).isEqualTo(3);
        assertThat(read.rules().orElseThrow().messages().acknowledgement()).isEqualTo("One moment.");
        assertThat(read.isFor("openai")).isTrue();
        assertThat(read.isFor("scripted")).isFalse();
        EvalCase.Expected expected = read.expected();
        assertThat(expected.outcome()).contains(Outcome.ESCALATED);
        assertThat(expected.reasons()).isEqualTo(Set.of("", "budget"));
        assertThat(expected.contains()).containsExactly("a");
        assertThat(expected.notContains()).containsExactly("b");
        assertThat(expected.matches()).singleElement().hasToString("c+");
        assertThat(expected.maxMillis()).hasValue(8_000);
        assertThat(expected.history()).contains(List.of(0));
    }

    @Test
    void filesAreReadInTheOrderOfTheirNamesAndOthersAreNot() {
        conf.write("tenants/demo/evals/b.jsonl", expecting("{\"reason\":\"\"}").replace("one", "two"));
        conf.write("tenants/demo/evals/.hidden.jsonl", "{");
        conf.write("tenants/demo/evals/notes.txt", "{");
        assertThat(read(expecting("{\"history\":[]}")))
                .extracting(EvalCase::name)
                .containsExactly("one", "two");
    }

    @Test
    void aTenantWithoutThatFolderHasNone() {
        assertThat(read()).isEmpty();
    }

    @Test
    void everythingThatIsWrongIsSaidWithItsFileAndLine() {
        assertThat(problems(
                        "{\"name\":\"A b\",\"mesage\":\"Hi\",\"message\":7,\"expect\":{}}",
                        "{\"name\":",
                        expecting("{\"outcome\":\"fine\",\"max_ms\":\"8\",\"reason\":\"tired\",\"matches\":[\"(\"]}"),
                        "[]"))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line)
                                .isEqualTo(FILE + ":1 /name: must be 1 to 80 of a-z, 0-9 and -, is \"A b\""),
                        line -> assertThat(line)
                                .isEqualTo(FILE + ":1 /mesage: unknown key \"mesage\"; did you mean \"message\"?"),
                        line -> assertThat(line).startsWith(FILE + ":1 /message: must be a text of at most 10000"),
                        line -> assertThat(line).startsWith(FILE + ":1 /expect: expects nothing: at least one key"),
                        line -> assertThat(line).startsWith(FILE + ":2: is cut off"),
                        line -> assertThat(line)
                                .isEqualTo(FILE + ":3 /expect/outcome: must be one of \"answered\", \"escalated\", is"
                                        + " \"fine\""),
                        line -> assertThat(line)
                                .isEqualTo(
                                        FILE + ":3 /expect/max_ms: must be an integer from 1 to 600000, is a string"),
                        line -> assertThat(line)
                                .startsWith(FILE + ":3 /expect/reason: must be one of \"\", \"bad_reply\""),
                        line -> assertThat(line)
                                .startsWith(FILE + ":3 /expect/matches/0: is not a regular expression: Unclosed group"),
                        line -> assertThat(line).isEqualTo(FILE + ":4: must be an object, is an empty list"));
    }

    @Test
    void aNameIsThereOnce() {
        conf.write("tenants/demo/evals/b.jsonl", expecting("{\"reason\":\"\"}"));
        assertThat(problems(expecting("{\"reason\":\"\"}")))
                .containsExactly("tenants/demo/evals/b.jsonl:1 /name: is the name of another case too: " + FILE + ":1");
    }

    @Test
    void rulesAreCheckedTogetherWithTheTenants() {
        assertThat(problems(expecting("{\"reason\":\"\"}")
                        .replace(
                                "\"expect\"",
                                "\"rules\":{\"retentionDays\":20,\"idleResetHuors\":1,\"showAges\":null},\"expect\"")))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line)
                                .startsWith(FILE + ":1 /rules/retentionDays: must be at least historyDays (30), is 20"),
                        line -> assertThat(line)
                                .startsWith(FILE + ":1 /rules/idleResetHuors: unknown key \"idleResetHuors\""),
                        line -> assertThat(line)
                                .isEqualTo(FILE + ":1 /rules/showAges: must be true or false, is null"));
    }

    @Test
    void aRunnerThatIsNotThereIsAMistake() {
        assertThat(problems(expecting("{\"reason\":\"\"}")
                        .replace("\"expect\"", "\"providers\":[\"openai\",\"gpt\"],\"expect\"")))
                .containsExactly(FILE + ":1 /providers/1: must be one of \"anthropic\", \"openai\", \"scripted\", is"
                        + " \"gpt\"");
    }

    @Test
    void theHistoryNamesTurnsByPlaceOrText() {
        assertThat(read(expecting("{\"history\":[0,\"Hello\",2.0]}"))
                        .get(0)
                        .expected()
                        .history())
                .contains(List.of(0, 1, 2));
        assertThat(problems(expecting("{\"history\":[3,-1,\"Hi\",\"Bye\",1.5,null]}")))
                .containsExactly(
                        FILE + ":1 /expect/history/0: must be the place of a turn, counted from 0, of 3, is 3",
                        FILE + ":1 /expect/history/1: must be the place of a turn, counted from 0, of 3, is -1",
                        FILE + ":1 /expect/history/2: is the text of several turns: expected the place of one, counted"
                                + " from 0",
                        FILE + ":1 /expect/history/3: is not the text of a turn",
                        FILE + ":1 /expect/history/4: must be the place of a turn, counted from 0, or its text",
                        FILE + ":1 /expect/history/5: must be the place of a turn, counted from 0, or its text");
    }

    @ParameterizedTest
    @CsvSource({
        "29d, 2505600000",
        "23h59m, 86340000",
        "2m30s, 150000",
        "1ms, 1",
        "1d1ms, 86400001",
        "3650d, 315360000000"
    })
    void anAgeIsReadExactly(String written, long millis) {
        assertThat(EvalAge.parse(written)).contains(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0d", "3650d1ms", "1", "1h1d", "-1d", "1.5d", "1 d", "9999999999d", "1D"})
    void whatIsNoAgeIsRefused(String written) {
        assertThat(EvalAge.parse(written)).isEmpty();
    }

    @Test
    void turnsAreOldestFirstAndOnlyTheAgentHandsOver() {
        assertThat(problems(expecting("{\"reason\":\"\"}")
                        .replace("\"1m\"", "\"3m\"")
                        .replace("\"text\":\"Hi\"}]", "\"text\":\"Hi\",\"reason\":\"keyword\"}]")
                        .replace("\"1s\"", "\"soon\"")))
                .containsExactlyInAnyOrder(
                        FILE + ":1 /turns/1/age: is older than the turn before it: expected turns oldest first",
                        FILE + ":1 /turns/2/age: must be " + EvalAge.EXPECTED + ", is \"soon\"",
                        FILE + ":1 /turns/2/reason: has no meaning for a contact's turn");
    }

    @Test
    void thereIsALimit() {
        String[] lines = IntStream.rangeClosed(0, EvalReader.MOST)
                .mapToObj(i -> "{\"name\":\"c" + i + "\",\"message\":\"\",\"expect\":{\"reason\":\"\"}}")
                .toArray(String[]::new);
        assertThat(problems(lines)).containsExactly("tenants/demo/evals: holds 1001 cases: expected at most 1000");
    }

    @Test
    void aBadCaseIsAProblemOfTheCheckAndNotOfTheTenant() {
        conf.write(FILE, "{");
        assertThat(ConfigCheck.check(temporary, TestConf.ENVIRONMENT, TestConf.PROVIDERS)
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.file()).isEqualTo(FILE + ":1"));
        TenantFolder folder = TenantFolder.read(temporary, new TenantId("demo"));
        assertThat(new TenantConfigParser(TestConf.ENVIRONMENT, TestConf.PROVIDERS).parse(folder))
                .isNotNull();
        conf.write(FILE, "{}");
        assertThat(TenantFolder.read(temporary, new TenantId("demo")).digest()).isEqualTo(folder.digest());
    }

    @Test
    void anotherProviderIsCheckedLikeAWrittenOne() {
        assertThat(catchThrowableOfType(ConfigException.class, () -> providerOf("openai", Map.of()))
                        .problems())
                .extracting(Problem::toString)
                .anySatisfy(line -> assertThat(line).contains("runner.model is required with provider \"openai\""))
                .anySatisfy(line -> assertThat(line).contains("runner.apiKey is required with provider \"openai\""));
        assertThat(catchThrowableOfType(ConfigException.class, () -> providerOf("gpt", Map.of()))
                        .problems())
                .extracting(Problem::toString)
                .anySatisfy(line -> assertThat(line).contains("/runner/provider: must be one of"));
    }

    @Test
    void aFallbackOfThatProviderTakesTheRunnersPlaceAndTheScriptedOneNeedsNoKeys() {
        conf.write(
                "tenants/demo/tenant.json",
                TestConf.TENANT.replace(
                        "{\"provider\":\"scripted\"}",
                        "{\"provider\":\"openai\",\"model\":\"big\",\"apiKey\":{\"env\":\"KEY\"},\"fallback\":"
                                + "{\"provider\":\"anthropic\",\"model\":\"small\",\"apiKey\":{\"env\":\"KEY\"}}}"));
        conf.write("tenants/demo/prompt.md", "Be kind.");
        Map<String, String> key = Map.of("KEY", "sk-1");

        assertThat(providerOf("anthropic", key).model().orElseThrow().model()).isEqualTo("small");
        assertThat(providerOf("anthropic", key).fallback()).isEmpty();
        assertThat(providerOf("openai", key).fallback()).isPresent();
        assertThat(providerOf("scripted", key)).isEqualTo(new RunnerSettings("scripted"));
    }

    private RunnerSettings providerOf(String provider, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(TestConf.ENVIRONMENT);
        environment.putAll(more);
        TenantFolder folder = TenantFolder.read(temporary, new TenantId("demo")).withProvider(provider);
        return new TenantConfigParser(environment, TestConf.PROVIDERS)
                .parse(folder)
                .runner();
    }
}
