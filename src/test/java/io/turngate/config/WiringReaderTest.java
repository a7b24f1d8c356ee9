package io.turngate.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.TenantConfig.Binding;
import io.turngate.config.TenantConfig.Callback;
import io.turngate.config.TenantConfig.OnUncertain;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WiringReaderTest {

    private static final String KEY = "\"manychat\":{\"apiToken\":{\"env\":\"DEMO_SECRET\"}}";

    @TempDir
    Path dir;

    private TestConf conf;

    @BeforeEach
    void setUp() {
        conf = new TestConf(dir);
    }

    private TenantConfig tenant(String binding, String keys) {
        conf.write("tenants/demo/tenant.json", """
                {"secrets":[{"env":"DEMO_SECRET"}],"channel":"whatsapp","binding":"%s",%s,
                 "runner":{"provider":"scripted"}}""".formatted(binding, keys));
        return conf.parse("demo");
    }

    @Test
    void bindingBySecretNeedsNothingElse() {
        TenantConfig tenant = conf.parse("demo");

        assertThat(tenant.binding()).isEqualTo(Binding.bySecret());
        assertThat(tenant.manyChat()).isEqualTo(TenantConfig.ManyChat.none());
        assertThat(tenant.handoff()).isEqualTo(TenantConfig.Handoff.byTag("needs_human"));
        assertThat(tenant.hasApiToken()).isFalse();
    }

    @Test
    void bindingByTokenHasItsDefaults() {
        TenantConfig tenant = tenant("token", KEY);

        assertThat(tenant.binding()).isEqualTo(new Binding(Binding.Mode.TOKEN, true, "ai_token", Optional.empty()));
        assertThat(tenant.manyChat().apiToken()).contains(new Secret(TestConf.SECRET_VALUE));
        assertThat(tenant.manyChat().baseUrl()).isEqualTo("https://api.manychat.com");
        assertThat(tenant.hasApiToken()).isTrue();
        assertThat(tenant.toString()).doesNotContain(TestConf.SECRET_VALUE);
    }

    @Test
    void everyKeyIsRead() {
        TenantConfig tenant = tenant("token", """
                "enforce":false,"tokenField":"Pedido nº: 🎁","tokenFieldId":9007199254740991,
                "manychat":{"apiToken":{"env":"DEMO_SECRET"},"baseUrl":"https://api.example/mc//"},
                "push":{"onUncertain":"resend"},"callback":"always",
                "handoff":{"tag":"human","field":"why","linkField":"where","flow":"content1"}""");

        assertThat(tenant.binding())
                .isEqualTo(new Binding(Binding.Mode.TOKEN, false, "Pedido nº: 🎁", Optional.of(9007199254740991L)));
        assertThat(tenant.manyChat())
                .isEqualTo(new TenantConfig.ManyChat(
                        Optional.of(new Secret(TestConf.SECRET_VALUE)),
                        "https://api.example/mc",
                        OnUncertain.RESEND,
                        Callback.ALWAYS));
        assertThat(tenant.handoff())
                .isEqualTo(new TenantConfig.Handoff(
                        "human", Optional.of("why"), Optional.of("where"), Optional.of("content1")));
    }

    @Test
    void enforcingIsTheDefaultAndMayBeWritten() {
        assertThat(tenant("secret", "\"enforce\":true").binding()).isEqualTo(Binding.bySecret());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://127.0.0.1:9000", "http://localhost:9000", "http://[::1]:9000", "HTTPS://api.example:443"
            })
    void theApiMayBeAnotherOneThatIsEncryptedOrHere(String url) {
        String keys = KEY.replace("}}", "},\"baseUrl\":\"" + url + "\"}");

        assertThat(tenant("token", keys).manyChat().baseUrl()).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost.example",
                "http://127.0.0.1@api.example",
                "http://10.0.0.1",
                "ftp://localhost",
                "https://api.example#here",
                "api.example",
                "https://api example",
                "/"
            })
    void aUrlThatOnlyLooksSoIsNeither(String url) {
        assertThat(BaseUrl.isHttpsOrHere(url)).isFalse();
        assertThat(BaseUrl.isHttps(url)).isFalse();
    }

    @Test
    void onlyHttpsIsPublic() {
        assertThat(BaseUrl.isHttps("https://gate.example.com/turngate/")).isTrue();
        assertThat(BaseUrl.isHttps("http://localhost")).isFalse();
        assertThat(BaseUrl.withoutSlash("https://gate.example.com/turngate//"))
                .isEqualTo("https://gate.example.com/turngate");
    }
}
