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
            anthropic-key-missing | tenants/demo/tenant.json /runner: missing: runner.apiKey is required with \
            provider "anthropic"
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
            fallback-key-missing | tenants/demo/tenant.json /runner/fallback: missing: runner.fallback.apiKey is \
            required with provider "anthropic"
            fallback-key-unset | tenants/demo/tenant.json /runner/fallback/apiKey: the environment variable \
            NOT_THERE is not set: expected a secret in it
            fallback-model-missing | tenants/demo/tenant.json /runner/fallback: missing: runner.fallback.model is \
            required, a non-empty text of at most 200 characters
            fallback-nested | tenants/demo/tenant.json /runner/fallback/fallback: unknown key "fallback"; expected \
            one of "provider", "model", "apiKey", "baseUrl", "temperature", "maxTokens", "price"
            fallback-scripted | tenants/demo/tenant.json /runner/fallback/provider: must be one of "anthropic", \
            "openai", is "scripted"
            fallback-url-http | tenants/demo/tenant.json /runner/fallback/baseUrl: must be an https URL, or http \
            on this machine or in a private network, without query
            half | tenants/demo/tenant.json: is cut off at line 2, column 1: its JSON is not complete
            handoff-field-is-token-field | tenants/demo/tenant.json /handoff/field: is tokenField, which holds the \
            contact's token: expected another field
            handoff-flow-without-key | tenants/demo/tenant.json /handoff/flow: needs an API key: expected \
            manychat.apiToken
            handoff-link-field-is-token-field | tenants/demo/tenant.json /handoff/linkField: is tokenField, which \
            holds the contact's token: expected another field
            handoff-one-field-for-both | tenants/demo/tenant.json /handoff/linkField: is handoff.field, which \
            holds the reason: expected another field
            handoff-tag-empty | tenants/demo/tenant.json /handoff/tag: must be a non-empty text of at most 100 \
            characters, is empty
            handoff-tag-too-long | tenants/demo/tenant.json /handoff/tag: must be a non-empty text of at most 100 \
            characters, is a text of 101
            handoff-text | tenants/demo/tenant.json /handoff: must be an object, is a string
            manychat-text | tenants/demo/tenant.json /manychat: must be an object, is a string
            max-tokens-zero | tenants/demo/tenant.json /runner/maxTokens: must be an integer from 1 to 100000, is 0
            messages-per-minute-zero | tenants/demo/tenant.json /messagesPerMinute: must be an integer from 1 to \
            10000000, is 0
            model-blank | tenants/demo/tenant.json /runner/model: must be a non-empty text of at most 200 \
            characters, is blank
            model-key-unset | tenants/demo/tenant.json /runner/apiKey: the environment variable NOT_THERE is not \
            set: expected a secret in it
            model-key-written-down | tenants/demo/tenant.json /runner/apiKey: must be a reference, {"env":"NAME"} \
            or {"file":"/path"}, never the secret itself
            model-url-credentials | tenants/demo/tenant.json /runner/baseUrl: must be an https URL, or http on \
            this machine or in a private network, without query
            model-url-http | tenants/demo/tenant.json /runner/baseUrl: must be an https URL, or http on this \
            machine or in a private network, without query
            model-url-public-address | tenants/demo/tenant.json /runner/baseUrl: must be an https URL, or http on \
            this machine or in a private network, without query
            model-url-query | tenants/demo/tenant.json /runner/baseUrl: must be an https URL, or http on this \
            machine or in a private network, without query
            new-contacts-fraction | tenants/demo/tenant.json /newContactsPerMinute: must be an integer from 1 to \
            1000000, is 0.5
            on-uncertain-unknown | tenants/demo/tenant.json /push/onUncertain: must be one of "drop", "resend", is \
            "retry"
            openai-key-missing | tenants/demo/tenant.json /runner: missing: runner.apiKey is required with \
            provider "openai" without a baseUrl
            openai-model-missing | tenants/demo/tenant.json /runner: missing: runner.model is required with \
            provider "openai"
            price-half | tenants/demo/tenant.json /runner/price: missing: runner.price.outputPerMillion is \
            required, a number from 0 to 10000
            price-negative | tenants/demo/tenant.json /runner/price/inputPerMillion: must be a number from 0 to \
            10000, is -1
            price-unknown-key | tenants/demo/tenant.json /runner/price/cached: unknown key "cached"; expected one \
            of "inputPerMillion", "outputPerMillion", "cachedPerMillion"
            provider-missing | tenants/demo/tenant.json /runner: missing: runner.provider is required, a text
            provider-unknown | tenants/demo/tenant.json /runner/provider: must be one of "anthropic", "openai", \
            "scripted", is "gemini"
            runner-missing | tenants/demo/tenant.json: missing: runner is required, an object with "provider"
            runner-unknown-key | tenants/demo/tenant.json /runner/modle: unknown key "modle"; did you mean "model"?
            scripted-api-key | tenants/demo/tenant.json /runner/apiKey: has no effect with provider "scripted"
            scripted-base-url | tenants/demo/tenant.json /runner/baseUrl: has no effect with provider "scripted"
            scripted-fallback | tenants/demo/tenant.json /runner/fallback: has no effect with provider "scripted"
            scripted-max-tokens | tenants/demo/tenant.json /runner/maxTokens: has no effect with provider "scripted"
            scripted-model | tenants/demo/tenant.json /runner/model: has no effect with provider "scripted"
            scripted-price | tenants/demo/tenant.json /runner/price: has no effect with provider "scripted"
            scripted-temperature | tenants/demo/tenant.json /runner/temperature: has no effect with provider \
            "scripted"
            secret-as-key | tenants/demo/tenant.json /secrets/0: must be a reference, {"env":"NAME"} or \
            {"file":"/path"}, never the secret itself
            secret-as-variable-name | tenants/demo/tenant.json /secrets/0: must be a reference, {"env":"NAME"} or \
            {"file":"/path"}, never the secret itself
            secret-file-missing | tenants/demo/tenant.json /secrets/0: the file not-there.txt is missing: expected \
            a secret in it
            secret-two-references | tenants/demo/tenant.json /secrets/0: must be a reference, {"env":"NAME"} or \
            {"file":"/path"}, never the secret itself
            secret-variable-unset | tenants/demo/tenant.json /secrets/0: the environment variable NOT_THERE is not \
            set: expected a secret in it
            secret-written-down | tenants/demo/tenant.json /secrets/0: must be a reference, {"env":"NAME"} or \
            {"file":"/path"}, never the secret itself
            secrets-empty | tenants/demo/tenant.json /secrets: must be a list of 1 or 2, is an empty list
            secrets-missing | tenants/demo/tenant.json: missing: secrets is required, a list of 1 or 2
            temperature-high | tenants/demo/tenant.json /runner/temperature: must be a number from 0 to 2, is 2.1
            three-secrets | tenants/demo/tenant.json /secrets: must be a list of 1 or 2, is a list of 3
            token-field-blank | tenants/demo/tenant.json /tokenField: must be a non-empty text of at most 100 \
            characters, is blank
            token-field-id-without-token | tenants/demo/tenant.json /tokenFieldId: has no effect with binding \
            "secret"
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
        conf.write("tenants/demo/prompt.md", "You are friendly.");
        conf.write("tenants/demo/tenant.json", TestConf.bad("bad-tenant", name));

        assertThat(conf.check()).extracting(Problem::toString).containsExactly(problem);
    }

    @Test
    void everyBadFileIsInTheTable() {
        assertThat(PROBLEMS.lines().map(line -> line.split(" ", 2)[0])).containsAll(TestConf.allBad("bad-tenant"));
    }
}
