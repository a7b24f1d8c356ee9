package io.turngate.manychat;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.Secret;
import io.turngate.config.TenantConfig;
import io.turngate.config.TestConf;
import io.turngate.core.Channel;
import io.turngate.core.ContactId;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CallbacksTest {

    private static final Secret FIRST = new Secret(TestConf.SECRET_VALUE);
    private static final Secret RETIRING = new Secret("retiring");
    private static final ContactId CONTACT = new ContactId("1234567890");
    private static final String BY_SECRET = "\"binding\":\"secret\"";
    private static final String BY_TOKEN =
            "\"binding\":\"token\",\"manychat\":{\"apiToken\":{\"env\":\"DEMO_SECRET\"}}";

    @TempDir
    Path dir;

    private final Callbacks callbacks =
            new Callbacks(Optional.of("https://gate.example.com"), TokenFieldIds.CONFIGURED);
    private TestConf conf;

    @BeforeEach
    void setUp() {
        conf = new TestConf(dir);
        conf.write("tenants/demo/retiring.txt", "retiring");
    }

    private TenantConfig tenant(String keys) {
        conf.write("tenants/demo/tenant.json", """
                {"secrets":[{"env":"DEMO_SECRET"},{"file":"retiring.txt"}],"channel":"whatsapp",%s,
                 "runner":{"provider":"scripted"}}""".formatted(keys));
        return conf.parse("demo");
    }

    private Optional<Callback> find(String keys, Secret presented, Channel channel) {
        return callbacks.find(tenant(keys), presented, channel, CONTACT);
    }

    @Test
    void onMessengerItSaysWhereHowAndWhat() {
        assertThat(find(BY_TOKEN + ",\"tokenFieldId\":42", FIRST, Channel.MESSENGER)
                        .map(callback -> callback.toJson().encode()))
                .contains("{\"url\":\"https://gate.example.com/v1/demo/messages\",\"method\":\"post\","
                        + "\"headers\":{\"Authorization\":\"Bearer correct-horse-battery\","
                        + "\"Content-Type\":\"application/json\"},"
                        + "\"payload\":{\"subscriber_id\":\"1234567890\",\"text\":\"{{last_input_text}}\","
                        + "\"ai_token\":\"{{cuf_42}}\",\"channel\":\"messenger\"},\"timeout\":86400}");
    }

    @Test
    void withoutTokensItBringsNone() {
        assertThat(find(BY_SECRET, FIRST, Channel.MESSENGER)
                        .map(callback ->
                                callback.toJson().getJsonObject("payload").fieldNames()))
                .hasValueSatisfying(names -> assertThat(names).containsExactly("subscriber_id", "text", "channel"));
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    void theModeSaysWhere(Channel channel) {
        assertThat(find(BY_SECRET, FIRST, channel).isPresent()).isEqualTo(channel == Channel.MESSENGER);
        assertThat(find(BY_SECRET + ",\"callback\":\"always\"", FIRST, channel).map(Callback::channel))
                .contains(channel);
        assertThat(find(BY_SECRET + ",\"callback\":\"never\"", FIRST, channel)).isEmpty();
    }

    @Test
    void theRetiringSecretIsNotHandedOn() {
        assertThat(find(BY_SECRET, RETIRING, Channel.MESSENGER)).isEmpty();
    }

    @Test
    void aTokenThatCannotComeAlongIsNoCallback() {
        assertThat(find(BY_TOKEN, FIRST, Channel.MESSENGER)).isEmpty();
    }

    @Test
    void theIdMayBeLearntElsewhere() {
        TokenFieldIds learnt = TokenFieldIds.CONFIGURED.or(tenant -> OptionalLong.of(9));
        Callbacks learning = new Callbacks(Optional.of("https://gate.example.com"), learnt);

        assertThat(learning.find(tenant(BY_TOKEN), FIRST, Channel.MESSENGER, CONTACT)
                        .map(Callback::tokenFieldId))
                .contains(OptionalLong.of(9));
        assertThat(learning.find(tenant(BY_TOKEN + ",\"tokenFieldId\":42"), FIRST, Channel.MESSENGER, CONTACT)
                        .map(Callback::tokenFieldId))
                .contains(OptionalLong.of(42));
    }

    @Test
    void withoutAnAddressThereIsNone() {
        Callbacks nowhere = new Callbacks(Optional.empty(), TokenFieldIds.CONFIGURED);

        assertThat(nowhere.find(tenant(BY_SECRET), FIRST, Channel.MESSENGER, CONTACT))
                .isEmpty();
    }
}
