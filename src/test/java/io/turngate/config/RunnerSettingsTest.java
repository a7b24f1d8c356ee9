package io.turngate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunnerSettingsTest {

    private static final String TENANT = "tenants/demo/tenant.json";

    @TempDir
    Path dir;

    private TestConf conf;

    @BeforeEach
    void setUp() {
        conf = new TestConf(dir);
        conf.delete("tenants/demo/answers.json");
        conf.write("tenants/demo/prompt.md", "You are friendly.");
    }

    private void runner(String json) {
        conf.write(TENANT, TestConf.TENANT.replace("{\"provider\":\"scripted\"}", json));
    }

    @Test
    void aModelHasItsDefaults() {
        runner("{\"provider\":\"openai\",\"model\":\"gpt-5-mini\",\"apiKey\":{\"env\":\"DEMO_SECRET\"}}");

        assertThat(conf.parse("demo").runner())
                .isEqualTo(new RunnerSettings(
                        "openai",
                        Optional.of(new ModelChoice(
                                "openai",
                                "gpt-5-mini",
                                Optional.of(new Secret(TestConf.SECRET_VALUE)),
                                Optional.empty(),
                                Optional.empty(),
                                800,
                                Optional.empty())),
                        Optional.empty()));
    }

    @Test
    void everyKeyOfAModelAndOfItsFallbackIsRead() {
        runner("""
                {"provider":"anthropic","model":"claude","apiKey":{"env":"DEMO_SECRET"},"temperature":0.3,"maxTokens":9,
                 "baseUrl":"https://proxy.example/","price":{"inputPerMillion":1,"outputPerMillion":5,"cachedPerMillion":0.1},
                 "fallback":{"provider":"openai","model":"llama","baseUrl":"http://ollama:11434/v1",
                  "price":{"inputPerMillion":0,"outputPerMillion":0}}}""");

        RunnerSettings runner = conf.parse("demo").runner();

        ModelChoice model = runner.model().orElseThrow();
        assertThat(model.provider()).isEqualTo("anthropic");
        assertThat(model.model()).isEqualTo("claude");
        assertThat(model.temperature()).contains(0.3);
        assertThat(model.maxTokens()).isEqualTo(9);
        assertThat(model.baseUrl()).contains("https://proxy.example");
        assertThat(model.price()).contains(new TokenPrice(1, 5, 0.1));
        ModelChoice fallback = runner.fallback().orElseThrow();
        assertThat(fallback.provider()).isEqualTo("openai");
        assertThat(fallback.model()).isEqualTo("llama");
        assertThat(fallback.apiKey()).isEmpty();
        assertThat(fallback.baseUrl()).contains("http://ollama:11434/v1");
        assertThat(fallback.maxTokens()).isEqualTo(800);
        assertThat(fallback.price()).contains(new TokenPrice(0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:11434/v1",
                "http://127.0.0.1:1",
                "http://[::1]:1/v1",
                "http://10.1.2.3",
                "http://172.31.0.1",
                "http://192.168.1.20:8000/v1",
                "http://[fd00::1]",
                "http://vllm:8000/v1",
                "http://models.internal",
                "http://gpu.local",
                "https://models.example"
            })
    void plainHttpStaysInPrivateNetworks(String url) {
        runner("{\"provider\":\"openai\",\"model\":\"llama\",\"baseUrl\":\"" + url + "\"}");

        assertThat(conf.check()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://172.32.0.1",
                "http://11.0.0.1",
                "http://[2001:db8::1]",
                "http://local.example",
                "ftp://localhost",
                "http://10.0.0.1.example"
            })
    void andNowhereElse(String url) {
        runner("{\"provider\":\"openai\",\"model\":\"llama\",\"baseUrl\":\"" + url + "\"}");

        assertThat(conf.check()).extracting(Problem::pointer).containsExactly("/runner/baseUrl");
    }

    @Test
    void aModelNeedsItsInstructions() {
        runner("{\"provider\":\"openai\",\"model\":\"llama\",\"baseUrl\":\"http://vllm:8000/v1\"}");
        conf.delete("tenants/demo/prompt.md");

        assertThat(conf.check())
                .containsExactly(new Problem("tenants/demo/prompt.md", "", "is missing: provider \"openai\" needs it"));
    }

    @Test
    void knowledgeAndCatalogAreReadAndBelongToTheVersion() {
        conf.write("tenants/demo/answers.json", TestConf.ANSWERS);
        String version = conf.parse("demo").version();
        conf.write("tenants/demo/knowledge.md", "Books are included.");
        assertThat(conf.parse("demo").version()).isNotEqualTo(version);
        conf.write("tenants/demo/catalog.json", """
                {"items":[{"name":"Group course","price":12000,"currency":"EUR","schedule":"evenings",
                 "link":"https://school.example/group?x=1"},{"name":"Tea","price":300,"currency":"JPY"},
                 {"name":"Lesson","price":2850,"currency":"EUR"}]}""");

        Briefing briefing = conf.parse("demo").briefing();

        assertThat(briefing.knowledge()).contains("Books are included.");
        List<Catalog.Item> items = briefing.catalog().orElseThrow().items();
        assertThat(items)
                .extracting(item -> item.price().toString())
                .containsExactly("120 EUR", "300 JPY", "28.50 EUR");
        assertThat(items.get(0).schedule()).contains("evenings");
        assertThat(items.get(0).link()).contains("https://school.example/group?x=1");
        assertThat(items.get(1).link()).isEmpty();
    }

    @Test
    void knowledgeMustSaySomethingAndNotTooMuch() {
        conf.write("tenants/demo/knowledge.md", " \n");
        conf.write("tenants/demo/tenant.json", TestConf.TENANT);
        conf.write("tenants/demo/answers.json", TestConf.ANSWERS);
        assertThat(conf.check())
                .containsExactly(new Problem(
                        "tenants/demo/knowledge.md",
                        "",
                        "holds only white space: expected what the agent may state, or no file"));

        conf.write("tenants/demo/knowledge.md", "a".repeat(200_001));
        assertThat(conf.check())
                .containsExactly(new Problem(
                        "tenants/demo/knowledge.md", "", "holds 200001 characters: expected at most 200000"));
        conf.write("tenants/demo/knowledge.md", "a".repeat(200_000));
        assertThat(conf.check()).isEmpty();
    }

    @Test
    void everySecretIsKnownAndNoneIsPrinted() {
        runner("""
                {"provider":"anthropic","model":"claude","apiKey":{"env":"DEMO_SECRET"},
                 "fallback":{"provider":"openai","model":"gpt","apiKey":{"env":"DEMO_SECRET"}}}""");

        TenantConfig tenant = conf.parse("demo");

        assertThat(tenant.allSecrets()).hasSize(3).containsOnly(new Secret(TestConf.SECRET_VALUE));
        assertThat(tenant.toString()).doesNotContain(TestConf.SECRET_VALUE);
    }
}
