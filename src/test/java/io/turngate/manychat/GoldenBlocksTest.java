package io.turngate.manychat;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.Secret;
import io.turngate.config.TenantConfig;
import io.turngate.config.TestConf;
import io.turngate.conversation.Answer;
import io.turngate.core.Channel;
import io.turngate.core.ContactId;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole blocks of each channel, byte for byte, against {@code src/test/resources/golden/<channel>}. What is rendered now
 * is left in {@code target/golden}: after a change that is meant, read {@code diff -r target/golden
 * src/test/resources/golden}, then copy it over.
 */
class GoldenBlocksTest {

    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final Path RENDERED = Path.of("target/golden");

    private static final String TENANT = """
            {"secrets":[{"env":"DEMO_SECRET"}],"channel":"whatsapp","binding":"token","tokenFieldId":123,
             "manychat":{"apiToken":{"env":"DEMO_SECRET"}},
             "handoff":{"tag":"human","field":"handover reason","linkField":"live chat","flow":"content1"},
             "runner":{"provider":"scripted"}}""";

    private static final String PARAGRAPH =
            "Olá, 👋🏽! " + "Temos aulas de espanhol e de alemão. ".repeat(25).strip();

    /** What is said. */
    enum Case {
        SHORT(Outcome.ANSWERED, Optional.empty(), "One moment 👋🏽\n\"please\"", "Two"),
        ESCALATION(Outcome.ESCALATED, Optional.of(Reason.TURN_CAP), "I am passing you to a colleague."),
        SILENT(Outcome.SILENT, Optional.empty()),
        LONG(Outcome.ANSWERED, Optional.empty(), PARAGRAPH + "\n\n" + PARAGRAPH + "\n\n" + PARAGRAPH),
        LINKS(
                Outcome.ANSWERED,
                Optional.empty(),
                "Book at https://school.example/book?day=1&x=(a), or look at www.school.example.\n\nSee you!",
                "https://school.example/map");

        private final Outcome outcome;
        private final Optional<Reason> reason;
        private final String[] texts;

        Case(Outcome outcome, Optional<Reason> reason, String... texts) {
            this.outcome = outcome;
            this.reason = reason;
            this.texts = texts;
        }

        private Answer answer() {
            return new Answer(outcome, reason, List.of(texts), 3, 22, 4, true);
        }

        private String fileName() {
            return name().toLowerCase(Locale.ROOT) + ".json";
        }
    }

    @TempDir
    Path dir;

    private TenantConfig tenant;

    @BeforeEach
    void setUp() {
        TestConf conf = new TestConf(dir);
        conf.write("tenants/demo/tenant.json", TENANT);
        tenant = conf.parse("demo");
    }

    static Stream<Arguments> blocks() {
        return Arrays.stream(Channel.values())
                .flatMap(channel -> Arrays.stream(Case.values()).map(said -> Arguments.of(channel, said)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("blocks")
    void aBlockIsAsItWasReviewed(Channel channel, Case said) throws IOException {
        Path file = Path.of(channel.wireName(), said.fileName());
        byte[] rendered = (render(channel, said) + "\n").getBytes(StandardCharsets.UTF_8);
        Files.createDirectories(RENDERED.resolve(channel.wireName()));
        Files.write(RENDERED.resolve(file), rendered);

        assertThat(GOLDEN.resolve(file)).hasBinaryContent(rendered);
    }

    @Test
    void everyGoldenBlockIsCompared() throws IOException {
        try (Stream<Path> files = Files.walk(GOLDEN, 2)) {
            assertThat(files.filter(file -> GOLDEN.relativize(file).getNameCount() == 2))
                    .hasSize(Channel.values().length * Case.values().length);
        }
    }

    private String render(Channel channel, Case said) {
        ContactId contact = new ContactId("90071992547409931234567");
        Optional<Callback> callback = new Callbacks(Optional.of("https://gate.example.com"), TokenFieldIds.CONFIGURED)
                .find(tenant, new Secret(TestConf.SECRET_VALUE), channel, contact);
        Optional<String> liveChatUrl = Optional.of("https://app.manychat.com/fb987/chat/1234567890");
        BlockTerms terms = new BlockTerms(channel, tenant.handoff(), liveChatUrl, callback, false);
        return new BlockRenderer(() -> {}).render(said.answer(), terms).body().toString();
    }
}
