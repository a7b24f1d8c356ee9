package io.turngate.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turngate.core.Channel;
import io.turngate.core.TenantId;
import io.turngate.rules.OpeningTrigger;
import io.turngate.rules.Rules;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TenantConfigParserTest {

    private static final String RULES = "tenants/demo/rules.json";

    @TempDir
    Path dir;

    private TestConf conf;

    @BeforeEach
    void setUp() {
        conf = new TestConf(dir);
    }

    @Test
    void rulesWithNothingButMessagesHaveEveryDefault() {
        Rules rules = conf.parse("demo").rules();

        assertThat(rules.historyDays()).isEqualTo(30);
        assertThat(rules.idleResetHours()).isEqualTo(24);
        assertThat(rules.maxTurnsPerConversation()).isEqualTo(25);
        assertThat(rules.turnsPerSubscriberPerHour()).isEqualTo(60);
        assertThat(rules.messages())
                .isEqualTo(new Rules.Messages("One moment.", "A colleague will write to you.", Optional.empty()));
        assertThat(rules.confidenceThreshold()).isEqualTo(0.6);
        assertThat(rules.escalationKeywords().occurIn("human")).isFalse();
        assertThat(rules.openingTrigger()).isEmpty();
        assertThat(rules.budget()).isEqualTo(new Rules.Budget(1_000_000, 5.0));
        assertThat(rules.duplicateSeconds()).isEqualTo(15);
        assertThat(rules.retentionDays()).isEmpty();
        assertThat(rules.showAges()).isTrue();
        assertThat(rules.version()).isEqualTo("92af676e5dfe");
    }

    @Test
    void everyKeyOfTheRulesIsRead() {
        conf.write(RULES, """
                {"historyDays":1,"idleResetHours":2,"maxTurnsPerConversation":3,
                 "rateLimit":{"turnsPerSubscriberPerHour":4},
                 "messages":{"acknowledgement":"a","escalation":"b","mediaFallback":"c"},
                 "confidenceThreshold":0.5,"escalationKeywords":["refund"],
                 "openingTrigger":{"keywords":["START"],"message":"Welcome!"},
                 "budget":{"dailyTokenCap":6000000000,"dailyCostCapUsd":0.01},
                 "duplicateSeconds":0,"retentionDays":1,"showAges":false}""");

        Rules rules = conf.parse("demo").rules();

        assertThat(rules.historyDays()).isEqualTo(1);
        assertThat(rules.idleResetHours()).isEqualTo(2);
        assertThat(rules.maxTurnsPerConversation()).isEqualTo(3);
        assertThat(rules.turnsPerSubscriberPerHour()).isEqualTo(4);
        assertThat(rules.messages()).isEqualTo(new Rules.Messages("a", "b", Optional.of("c")));
        assertThat(rules.confidenceThreshold()).isEqualTo(0.5);
        assertThat(rules.escalationKeywords().occurIn("A refund, please")).isTrue();
        assertThat(rules.openingTrigger().map(trigger -> trigger.opens("start")))
                .contains(true);
        assertThat(rules.openingTrigger().map(OpeningTrigger::message)).contains("Welcome!");
        assertThat(rules.budget()).isEqualTo(new Rules.Budget(6_000_000_000L, 0.01));
        assertThat(rules.duplicateSeconds()).isZero();
        assertThat(rules.retentionDays()).contains(1);
        assertThat(rules.showAges()).isFalse();
    }

    @Test
    void aWholeNumberWithAFractionOfZeroIsAnInteger() {
        conf.write(RULES, TestConf.RULES.replaceFirst("\\{", "{\"historyDays\":30.0,\"idleResetHours\":4.8e1,"));

        assertThat(conf.parse("demo").rules().historyDays()).isEqualTo(30);
        assertThat(conf.parse("demo").rules().idleResetHours()).isEqualTo(48);
    }

    @Test
    void retentionExactlyAsLongAsHistoryAndStretchIsEnough() {
        conf.write(
                RULES,
                TestConf.RULES.replaceFirst("\\{", "{\"historyDays\":2,\"idleResetHours\":48,\"retentionDays\":2,"));

        assertThat(conf.parse("demo").rules().retentionDays()).contains(2);
    }

    @Test
    void tenantKeysAreReadAndHaveTheirDefaults() {
        TenantConfig tenant = conf.parse("demo");

        assertThat(tenant.id()).isEqualTo(new TenantId("demo"));
        assertThat(tenant.secrets()).containsExactly(new Secret(TestConf.SECRET_VALUE));
        assertThat(tenant.channel()).isEqualTo(Channel.WHATSAPP);
        assertThat(tenant.handoff()).isEqualTo(TenantConfig.Handoff.byTag("needs_human"));
        assertThat(tenant.runner().provider()).isEqualTo("scripted");
        assertThat(tenant.newContactsPerMinute()).isEqualTo(3_000);
        assertThat(tenant.messagesPerMinute()).isEqualTo(60_000);
        assertThat(tenant.prompt()).isEmpty();
        assertThat(tenant.answers().orElseThrow().getInteger("delayMillis")).isZero();
        assertThat(tenant.answers().orElseThrow().getJsonObject("default").getInteger("confidence"))
                .isEqualTo(1);
    }

    @Test
    void theVersionFollowsEveryFileByItsContent() {
        String version = conf.parse("demo").version();
        assertThat(version).matches("[0-9a-f]{12}");

        conf.write(RULES, TestConf.RULES);
        assertThat(conf.parse("demo").version()).isEqualTo(version);

        conf.write("tenants/demo/prompt.md", "You are friendly.");
        assertThat(conf.parse("demo").version()).isNotEqualTo(version);
        assertThat(conf.parse("demo").prompt()).contains("You are friendly.");
    }

    @Test
    void everyProblemOfEveryFileIsToldAtOnce() {
        conf.write("tenants/demo/tenant.json", "{\"secrets\":[{\"env\":\"NOPE\"}],\"chanel\":1,\"binding\":\"token\"}");
        conf.write(RULES, "{\"historyDays\":40,\"retentionDays\":7,\"showAges\":1}");
        conf.delete("tenants/demo/answers.json");
        conf.write("tenants/demo/prompt.md", "\n");
        conf.write("gateway.json", "{\"maxInFlight\":0,\"http\":{\"port\":-1}}");
        conf.write("tenants/Über/tenant.json", "{}");

        assertThat(conf.check().stream().map(problem -> problem.file() + " " + problem.pointer()))
                .containsExactly(
                        "gateway.json ",
                        "gateway.json /http/port",
                        "gateway.json /maxInFlight",
                        "tenants/Über ",
                        "tenants/demo/tenant.json ",
                        "tenants/demo/tenant.json ",
                        "tenants/demo/tenant.json /chanel",
                        "tenants/demo/tenant.json /binding",
                        "tenants/demo/tenant.json /secrets/0",
                        "tenants/demo/rules.json ",
                        "tenants/demo/rules.json /showAges",
                        "tenants/demo/rules.json /retentionDays",
                        "tenants/demo/prompt.md ");
    }

    @Test
    void theScriptedRunnerNeedsItsAnswers() {
        conf.delete("tenants/demo/answers.json");

        assertThat(conf.check())
                .containsExactly(
                        new Problem("tenants/demo/answers.json", "", "is missing: the scripted runner needs it"));
    }

    @Test
    void anotherRunnerNeedsNoAnswers() {
        conf.delete("tenants/demo/answers.json");
        conf.write("tenants/demo/prompt.md", "You are friendly.");
        conf.write(
                "tenants/demo/tenant.json",
                TestConf.TENANT.replace(
                        "\"scripted\"", "\"openai\",\"model\":\"m\",\"baseUrl\":\"http://localhost/v1\""));

        assertThat(conf.parse("demo").answers()).isEmpty();
    }

    @Test
    void aPromptThatIsThereMustSaySomething() {
        conf.write("tenants/demo/prompt.md", "");

        assertThat(conf.check())
                .containsExactly(new Problem(
                        "tenants/demo/prompt.md", "", "is empty: expected the agent's instructions, or no file"));
    }

    @Test
    void aMissingOrOversizedOrIrregularFileIsAProblem() {
        conf.delete(RULES);
        assertThat(conf.check()).containsExactly(new Problem(RULES, "", "is missing"));

        conf.write(RULES, " ".repeat(SourceFile.LARGEST + 1).getBytes(StandardCharsets.UTF_8));
        assertThat(conf.check()).containsExactly(new Problem(RULES, "", "is larger than 1048576 bytes"));

        conf.delete(RULES);
        conf.write(RULES + "/folder", "");
        assertThat(conf.check()).containsExactly(new Problem(RULES, "", "is not a regular file"));
    }

    @Test
    void noProblemAndNoPrintedConfigurationHoldsASecret() {
        for (String folder : List.of("bad-tenant", "bad-gateway")) {
            for (String name : TestConf.allBad(folder)) {
                conf.write(
                        folder.equals("bad-tenant") ? "tenants/demo/tenant.json" : "gateway.json",
                        TestConf.bad(folder, name));
                assertThat(conf.check().toString()).doesNotContain(TestConf.SECRET_VALUE);
            }
        }
        conf.write("tenants/demo/tenant.json", TestConf.TENANT);
        assertThat(conf.parse("demo").toString()).doesNotContain(TestConf.SECRET_VALUE);
    }

    @Test
    void aConfigurationWithoutTenantsIsAProblem() {
        TestConf other = new TestConf(dir.resolve("other"));
        for (String file : List.of("tenant.json", "rules.json", "answers.json")) {
            other.delete("tenants/demo/" + file);
        }
        other.delete("tenants/demo");
        assertThat(other.check())
                .containsExactly(new Problem("tenants", "", "holds no tenant: expected one folder a tenant"));

        other.delete("tenants");
        assertThat(other.check())
                .containsExactly(new Problem(
                        "tenants", "", "is missing or cannot be read: expected a folder with one folder a tenant"));
    }

    @Test
    void aFailureSaysAllItsProblems() {
        conf.write(RULES, TestConf.bad("bad-rules", "zero"));

        assertThatThrownBy(() -> conf.parse("demo"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("tenants/demo/rules.json /historyDays: must be an integer from 1 to 3650, is 0");
    }
}
