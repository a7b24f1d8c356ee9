package io.turngate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One small bad tenant.json a mistake, each with the whole text of its problem. */
class TenantProblemsTest {

    private static final String PROBLEMS = """
            api-token-unset | tenants/demo/tenant.json /manychat/apiToken: the environment variable NOT_THERE is \
            not set: expected a secret in it
            api-token-written-down | tenants/demo/tenant.json /manychat/apiToken: must be a reference, \
            {"env":"NAME"} or {"file":"/path"}, never the secret itself
            base-url-credentials | tenants/demo/tenant.json /manychat/baseUrl: must be an https URL such as \
            https://api.manychat.com, or http on this machine
            base-url-http | tenants/demo/tenant.json /manychat/baseUrl: must be an https URL such as \
            https://api.manychat.com, or http on this machine
            base-url-port | tenants/demo/tenant.json /manychat/baseUrl: must be an https URL such as \
            https://api.manychat.com, or http on this machine
            base-url-query | tenants/demo/tenant.json /manychat/baseUrl: must be an https URL such as \
            https://api.manychat.com, or http on this machine
            binding-missing | tenants/demo/tenant.json: missing: binding is required, one of "token", "secret"
            binding-token | tenants/demo/tenant.json /binding: is "token", which needs an API key: expected \
            manychat.apiToken
            binding-unknown | tenants/demo/tenant.json /binding: must be one of "token", "secret", is "none"
            callback-boolean | tenants/demo/tenant.json /callback: must be one of "auto", "always", "never", is true
            channel-number | tenants/demo/tenant.json /channel: must be one of "whatsapp", "instagram", \
            "messenger", "telegram", "tiktok", is 1
            channel-unknown | tenants/demo/tenant.json /channel: must be one of "whatsapp", "instagram", \
            "messenger", "telegram", "tiktok", is "whatsap"
            empty | tenants/demo/tenant.json: is empty: expected a JSON object
            enforce-text | tenants/demo/tenant.json /enforce: must be true or false, is a string
            enforce-without-token | tenants/demo/tenant.json /enforce: has no effect with binding "secret"
            half | tenants/demo/tenant.json: is cut off at line 2, column 1: its JSON is not complete
            handoff-field-is-token-field | tenants/demo/tenant.json /handoff/field: is tokenField, which holds the \
            contact's token: expected another field
            handoff-flow-without-key | tenants/demo/tenant.json /handoff/flow: needs an API key: expected \
            manychat.apiToken
            handoff-link-field-is-token-field | tenants/demo/tenant.json /handoff/linkField: is tokenField, which \
            holds the contact's token: expected another field
            handoff-one-field-for-both | tenants/demo/tenant.json /handoff/linkField: is handoff.field, which \
            holds the reason: expected another field
            handoff-tag-empty | tenants/demo/tenant.json /handoff/tag: must be a non-empty text of at \
            most 100 characters, is empty
            handoff-tag-too-long | tenants/demo/tenant.json /handoff/tag: must be a non-empty text of at most \
            100 characters, is a text of 101
            handoff-text | tenants/demo/tenant.json /handoff: must be an object, is a string
            manychat-text | tenants/demo/tenant.json /manychat: must be an object, is a string
            messages-per-minute-zero | tenants/demo/tenant.json /messagesPerMinute: must be an integer from 1 \
            to 10000000, is 0
            new-contacts-fraction | tenants/demo/tenant.json /newContactsPerMinute: must be an integer from 1 \
            to 1000000, is 0.5
            on-uncertain-unknown | tenants/demo/tenant.json /push/onUncertain: must be one of "drop", "resend", \
            is "retry"
            provider-missing | tenants/demo/tenant.json /runner: missing: runner.provider is required, a text
            provider-unknown | tenants/demo/tenant.json /runner/provider: must be "scripted", is "openai"
            runner-missing | tenants/demo/tenant.json: missing: runner is required, an object with "provider"
            runner-unknown-key | tenants/demo/tenant.json /runner/apiKey: unknown key "apiKey"; expected "provider"
            secret-as-key | tenants/demo/tenant.json /secrets/0: must be a reference, {"env":"NAME"} or \
            {"file":"/path"}, never the secret itself
            secret-as-variable-name | tenants/demo/tenant.json /secrets/0: must be a reference, {"env":"NAME"} \
            or {"file":"/path"}, never the secret itself
            secret-file-missing | tenants/demo/tenant.json /secrets/0: the file not-there.txt is missing: \
            expected a secret in it
            secret-two-references | tenants/demo/tenant.json /secrets/0: must be a reference, {"env":"NAME"} or \
            {"file":"/path"}, never the secret itself
            secret-variable-unset | tenants/demo/tenant.json /secrets/0: the environment variable NOT_THERE is \
            not set: expected a secret in it
            secret-written-down | tenants/demo/tenant.json /secrets/0: must be a reference, {"env":"NAME"} or \
            {"file":"/path"}, never the secret itself
            secrets-empty | tenants/demo/tenant.json /secrets: must be a list of 1 or 2, is an empty list
            secrets-missing | tenants/demo/tenant.json: missing: secrets is required, a list of 1 or 2
            three-secrets | tenants/demo/tenant.json /secrets: must be a list of 1 or 2, is a list of 3
            token-field-blank | tenants/demo/tenant.json /tokenField: must be a non-empty text of at most 100 \
            characters, is blank
            token-field-id-without-token | tenants/demo/tenant.json /tokenFieldId: has no effect with binding "secret"
            token-field-id-zero | tenants/demo/tenant.json /tokenFieldId: must be an integer from 1 to \
            9007199254740991, is 0
            token-field-too-long | tenants/demo/tenant.json /tokenField: must be a non-empty text of at most 100 \
            characters, is a text of 101
            token-field-without-token | tenants/demo/tenant.json /tokenField: has no effect with binding "secret"
            unknown-key | tenants/demo/tenant.json /chanel: unknown key "chanel"; did you mean "channel"?
            """;

    @TempDir
    Path dir;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = PROBLEMS)
    void aBadFileIsToldExactly(String name, String problem) {
        TestConf conf = new TestConf(dir);
        conf.write("tenants/demo/tenant.json", TestConf.bad("bad-tenant", name));

        assertThat(conf.check()).extracting(Problem::toString).containsExactly(problem);
    }

    @Test
    void everyBadFileIsInTheTable() {
        assertThat(PROBLEMS.lines().map(line -> line.split(" ", 2)[0])).containsAll(TestConf.allBad("bad-tenant"));
    }
}
