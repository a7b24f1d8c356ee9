package io.turngate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdviserTest {

    private static final String WITHOUT_KEY = "hint: tenants/demo/tenant.json /manychat/apiToken: without an API key an"
            + " answer of ?format=fields hands nobody over: the flow must branch on escalated";
    private static final String ROLL_OUT =
            "warning: tenants/demo/tenant.json /enforce: roll-out: a missing token still reads history";
    private static final String NO_CALLBACK = "warning: tenants/demo/tenant.json /callback: \"always\" has no effect"
            + " without http.publicUrl in gateway.json: answers register no callback";

    @TempDir
    Path dir;

    private TestConf conf;

    @BeforeEach
    void setUp() {
        conf = new TestConf(dir);
    }

    private void tenant(String keys) {
        conf.write("tenants/demo/tenant.json", TestConf.TENANT.replace("\"binding\":\"secret\"", keys));
    }

    @Test
    void withoutAKeyTheFlowHandsOver() {
        assertThat(conf.advice()).containsExactly(WITHOUT_KEY);
    }

    @Test
    void aTenantWithAKeyAndEnforcedTokensIsFine() {
        tenant("\"binding\":\"token\",\"manychat\":{\"apiToken\":{\"env\":\"DEMO_SECRET\"}}");

        assertThat(conf.advice()).isEmpty();
    }

    @Test
    void theRollOutOfTokensIsNotForgotten() {
        tenant("\"binding\":\"token\",\"enforce\":false,\"manychat\":{\"apiToken\":{\"env\":\"DEMO_SECRET\"}}");

        assertThat(conf.advice()).containsExactly(ROLL_OUT);
        assertThat(conf.check()).isEmpty();
    }

    @Test
    void aCallbackNeedsAnAddress() {
        tenant("\"binding\":\"secret\",\"callback\":\"always\"");

        assertThat(conf.advice()).containsExactly(NO_CALLBACK, WITHOUT_KEY);

        conf.write(
                "gateway.json", "{\"http\":{\"publicUrl\":\"https://gate.example.com\"},\"redis\":{\"embedded\":{}}}");
        assertThat(conf.advice()).containsExactly(WITHOUT_KEY);
    }

    @Test
    void nothingIsSaidOfAnAddressThatCannotBeRead() {
        tenant("\"binding\":\"secret\",\"callback\":\"always\"");
        conf.write("gateway.json", "{");

        assertThat(conf.advice()).containsExactly(WITHOUT_KEY);
    }

    @Test
    void aTenantThatDoesNotLoadIsNotAdvised() {
        conf.write("tenants/demo/tenant.json", "{}");

        assertThat(conf.advice()).isEmpty();
        assertThat(conf.check()).isNotEmpty();
    }
}
