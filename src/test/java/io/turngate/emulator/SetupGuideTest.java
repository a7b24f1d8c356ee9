package io.turngate.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.turngate.config.Secret;
import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfig.Handoff;
import io.turngate.config.TenantConfigParser;
import io.turngate.config.TenantFolder;
import io.turngate.config.TestConf;
import io.turngate.conversation.Answer;
import io.turngate.conversation.Message;
import io.turngate.core.Channel;
import io.turngate.core.ContactId;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.TenantId;
import io.turngate.manychat.BlockRenderer;
import io.turngate.manychat.BlockTerms;
import io.turngate.manychat.Callback;
import io.turngate.manychat.FieldsRenderer;
import io.turngate.manychat.MessageParser;
import io.turngate.testing.GuidePage;
import io.turngate.testing.MarkdownTable;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What docs/manychat-setup.md has people paste, against what ManyChat makes of it and what Turngate takes and gives. */
class SetupGuideTest {

    private static final GuidePage PAGE = GuidePage.read(Path.of("docs/manychat-setup.md"));
    private static final String TOKEN = "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE";
    private static final String TWO_LINES = "Is that \"all\"?\nReally?";
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "ACME_SECRET", "acme-secret",
            "ACME_OLD_SECRET", "acme-old-secret",
            "ACME_MANYCHAT_KEY", Account.DEFAULT.apiToken().reveal());

    private final TemplateRenderer flows = new TemplateRenderer(Account.DEFAULT);

    @TempDir
    Path dir;

    static Stream<String> requests() {
        return PAGE.blocks("json request").stream();
    }

    static Stream<String> tenants() {
        return PAGE.blocks("json tenant").stream();
    }

    /** A contact of the account, with a token, who has just written. */
    private static ContactState contact(String text) {
        ContactState contact = new ContactState(ContactSpec.of("1001", Channel.WHATSAPP), Instant.EPOCH);
        contact.setField("ai_token", TOKEN, Instant.EPOCH);
        contact.says(text);
        return contact;
    }

    @ParameterizedTest
    @MethodSource("requests")
    void aBodyIsAMessageOfItsContactWhateverTheyWrite(String body) {
        String sent = flows.render(body, contact(TWO_LINES));

        Message message = new MessageParser().parse(Buffer.buffer(sent));

        assertThat(TemplateRenderer.isJson(sent)).isTrue();
        assertThat(message.contactId().value()).isEqualTo("1001");
        assertThat(message.channel()).contains(Channel.WHATSAPP);
        assertThat(message.token()).contains(TOKEN);
        assertThat(message.text()).isIn(TWO_LINES, "I would like a trial lesson");
    }

    @Test
    void theRecommendedBodySaysWhatTheContactWrote() {
        String sent = flows.render(PAGE.blocks("json request").get(0), contact(TWO_LINES));

        Message message = new MessageParser().parse(Buffer.buffer(sent));

        assertThat(message.text()).isEqualTo(TWO_LINES);
        assertThat(message.stamp()).isPresent();
    }

    @ParameterizedTest
    @MethodSource("requests")
    void aTokenThatIsNotThereYetIsNone(String body) {
        ContactState contact = new ContactState(ContactSpec.of("1001", Channel.WHATSAPP), Instant.EPOCH);
        contact.says("hi");

        assertThat(new MessageParser()
                        .parse(Buffer.buffer(flows.render(body, contact)))
                        .token())
                .isEmpty();
    }

    @Test
    void whatThePageWarnsOfIsNoJsonAnyMore() {
        String body = PAGE.block("json unsafe");

        assertThat(TemplateRenderer.isJson(flows.render(body, contact("hi")))).isTrue();
        assertThat(TemplateRenderer.isJson(flows.render(body, contact("Is that \"all\"?"))))
                .isFalse();
        assertThat(TemplateRenderer.isJson(flows.render(body, contact("one\ntwo"))))
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource("tenants")
    void aTenantIsOneThatLoads(String tenant) {
        assertThatCode(() -> load(tenant)).doesNotThrowAnyException();
    }

    @Test
    void theGatewaysPieceIsRight() {
        TestConf conf = new TestConf(dir);
        JsonObject piece = new JsonObject(PAGE.block("json gateway"));
        conf.write(
                "gateway.json",
                new JsonObject(TestConf.GATEWAY).mergeIn(piece, true).encode());

        assertThat(piece.getJsonObject("http").fieldNames()).containsExactly("publicUrl");
        assertThat(conf.check()).isEmpty();
    }

    @Test
    void theFieldsAreThoseThatAreAnswered() {
        Answer answer = new Answer(
                Outcome.ANSWERED, Optional.empty(), List.of("A group course is 120 EUR a month."), 3, 22, 4, true);
        JsonObject rendered = new FieldsRenderer().render(answer).toJsonObject();

        assertThat(new JsonObject(PAGE.block("json fields"))).isEqualTo(rendered);
        assertThat(PAGE.pathsOfFields()).isNotEmpty().isSubsetOf(rendered.fieldNames());
        assertThat(firstColumn("| value | what |")).containsExactlyInAnyOrderElementsOf(rendered.fieldNames());
    }

    @Test
    void theHandOverIsTheOneThatIsAnswered() {
        Handoff handoff = new Handoff("needs_human", Optional.of("handoff_reason"), Optional.empty(), Optional.empty());
        Answer answer = new Answer(
                Outcome.ESCALATED,
                Optional.of(Reason.KEYWORD),
                List.of("I am passing you to a colleague."),
                4,
                21,
                0,
                true);

        assertThat(new JsonObject(PAGE.block("json block")))
                .isEqualTo(rendered(
                        answer, new BlockTerms(Channel.WHATSAPP, handoff, Optional.empty(), Optional.empty(), true)));
    }

    @Test
    void theCallbackIsTheOneThatIsRegistered() {
        Callback callback = new Callback(
                "https://turngate.example.com/v1/acme/messages",
                new Secret("ACME-SECRET"),
                new ContactId("1001"),
                Channel.MESSENGER,
                OptionalLong.of(101));
        Answer answer = new Answer(Outcome.ANSWERED, Optional.empty(), List.of("Hello!"), 1, 24, 0, true);
        BlockTerms terms = new BlockTerms(
                Channel.MESSENGER, Handoff.byTag("needs_human"), Optional.empty(), Optional.of(callback), true);

        assertThat(new JsonObject(PAGE.block("json callback")))
                .isEqualTo(rendered(answer, terms).getJsonObject("content").getJsonObject("external_message_callback"));
    }

    @Test
    void theTokensFieldAndTheTagAreThoseThatATenantHasByDefault() {
        TenantConfig tenant = load(PAGE.blocks("json tenant").get(0));

        assertThat(firstColumnBut("| what | name |", 1))
                .anySatisfy(name ->
                        assertThat(name).startsWith("`" + tenant.binding().tokenField() + "`"))
                .anySatisfy(name ->
                        assertThat(name).startsWith("`" + tenant.handoff().tag() + "`"));
    }

    private static JsonObject rendered(Answer answer, BlockTerms terms) {
        return new BlockRenderer(() -> {}).render(answer, terms).body().toJsonObject();
    }

    private TenantConfig load(String tenant) {
        TestConf conf = new TestConf(dir);
        conf.addTenant("acme");
        conf.write("tenants/acme/tenant.json", tenant);
        return new TenantConfigParser(ENVIRONMENT, TestConf.PROVIDERS)
                .parse(TenantFolder.read(dir, new TenantId("acme")));
    }

    /** The words in code of a table's first column. */
    private static List<String> firstColumn(String header) {
        return firstColumnBut(header, 0).stream()
                .flatMap(cell -> Stream.of(cell.split(", ", -1)))
                .map(word -> word.replace("`", ""))
                .toList();
    }

    private static List<String> firstColumnBut(String header, int column) {
        return MarkdownTable.rows(PAGE.text(), header).stream()
                .map(row -> row.get(column))
                .toList();
    }
}
