package io.turngate.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.TenantId;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.SchemaRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShippedConfTest {

    private static final Path CONF = Path.of("conf");
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "TURNGATE_DEMO_SECRET",
            "demo-secret",
            "TURNGATE_DEMO_API_TOKEN",
            "1234567:0123456789abcdef0123456789abcdef");

    @Test
    void isAllRight() {
        assertThat(ConfigCheck.check(CONF, ENVIRONMENT, TestConf.PROVIDERS).problems())
                .isEmpty();
    }

    @Test
    void needsTheDemosSecrets() {
        assertThat(ConfigCheck.check(CONF, Map.of(), TestConf.PROVIDERS).problems())
                .containsExactly(
                        new Problem(
                                "tenants/demo/tenant.json",
                                "/secrets/0",
                                "the environment variable TURNGATE_DEMO_SECRET is not set: expected a secret in it"),
                        new Problem(
                                "tenants/demo/tenant.json",
                                "/manychat/apiToken",
                                "the environment variable TURNGATE_DEMO_API_TOKEN is not set: expected a secret in it"));
    }

    @Test
    void theDemoOpensAndHandsOver() {
        TenantConfig demo = new TenantConfigParser(ENVIRONMENT, TestConf.PROVIDERS)
                .parse(TenantFolder.read(CONF, new TenantId("demo")));

        assertThat(demo.rules().openingTrigger().orElseThrow().opens("START")).isTrue();
        assertThat(demo.rules().escalationKeywords().occurIn("Can I talk to a human?"))
                .isTrue();
        assertThat(demo.prompt()).isPresent();
        assertThat(demo.briefing().knowledge()).isPresent();
        assertThat(demo.briefing().catalog()).isPresent();
        assertThat(demo.answers()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "tenant", "rules", "answers", "catalog", "eval"})
    void everySchemaIsASchema(String name) throws Exception {
        String schema = Files.readString(Path.of("src/main/resources/schemas", name + ".schema.json"));

        boolean valid =
                TestVertx.resultOf(vertx -> vertx.executeBlocking(() -> SchemaRepository.create(new JsonSchemaOptions()
                                .setDraft(Draft.DRAFT202012)
                                .setBaseUri("https://turngate.io/schemas/")
                                .setOutputFormat(OutputFormat.Flag))
                        .preloadMetaSchema(vertx.fileSystem(), Draft.DRAFT202012)
                        .validator("https://json-schema.org/draft/2020-12/schema")
                        .validate(new JsonObject(schema))
                        .getValid()));

        assertThat(valid).isTrue();
    }

    @Test
    void theDemoHasCasesForEveryRunner() {
        List<EvalCase> cases = new EvalReader(TestConf.PROVIDERS).read(TenantFolder.read(CONF, new TenantId("demo")));

        assertThat(cases).hasSizeGreaterThanOrEqualTo(25);
        assertThat(cases.stream().filter(one -> one.isFor("scripted"))).hasSizeGreaterThanOrEqualTo(25);
        assertThat(cases).allSatisfy(one -> assertThat(one.isFor("openai")).isEqualTo(one.isFor("anthropic")));
    }

    @Test
    void everyKeyOfACaseIsDocumented() throws Exception {
        String manual = Files.readString(Path.of("docs/evals.md"));

        assertThat(Schema.EVAL.leaves().keySet())
                .allSatisfy(key -> assertThat(manual).contains("`" + key.dotted() + "`"));
        assertThat(Schema.EVAL.keysAt(Pointer.of("turns", "0")).keySet())
                .allSatisfy(key -> assertThat(manual).contains("`turns[]." + key + "`"));
    }

    /** What is documented cannot fall behind what is honoured. */
    @Test
    void everyKeyAndEveryOverrideIsDocumented() throws Exception {
        String manual = Files.readString(Path.of("docs/configuration.md"));

        assertThat(Stream.of(Schema.GATEWAY, Schema.TENANT, Schema.RULES, Schema.ANSWERS, Schema.CATALOG)
                        .flatMap(schema -> schema.leaves().keySet().stream()))
                .allSatisfy(key -> assertThat(manual).contains("`" + key.dotted() + "`"));
        assertThat(Schema.GATEWAY.leaves().keySet().stream().map(EnvironmentOverrides::variableOf))
                .allSatisfy(variable -> assertThat(manual).contains("`" + variable + "`"));
    }
}
