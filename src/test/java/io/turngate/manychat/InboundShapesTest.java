package io.turngate.manychat;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.conversation.Message;
import io.turngate.conversation.Message.Media;
import io.turngate.core.Channel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InboundShapesTest {

    private final MessageParser parser = new MessageParser();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wrapped-contact",
                "wrapped-data",
                "wrapped-subscriber",
                "wrapped-subscriber-data",
                "full-contact"
            })
    void fullContactDataIsReadWhereverItStands(String shape) {
        Message message = read(shape);

        assertThat(message.contactId().value()).isEqualTo("1234567890");
        assertThat(message.text()).isEqualTo("olá, tudo bem?");
        assertThat(message.media()).isEqualTo(Media.NONE);
        assertThat(message.cut()).isFalse();
        assertThat(message.firstName()).contains("Ana");
        assertThat(message.locale()).contains("pt_BR");
        assertThat(message.token()).contains("tok-1");
        assertThat(message.stamp()).contains("2026-11-30T10:00:00-03:00");
        assertThat(message.messageId()).isEmpty();
        assertThat(message.liveChatUrl()).contains("https://app.manychat.com/fb987/chat/1234567890");
    }

    @Test
    void theChannelStandsBesideTheContact() {
        assertThat(read("wrapped-contact").channel()).contains(Channel.WHATSAPP);
        assertThat(read("wrapped-data").channel()).contains(Channel.INSTAGRAM);
        assertThat(read("wrapped-subscriber").channel()).isEmpty();
    }

    @Test
    void aFlatBodyIsRead() {
        Message message = read("flat");

        assertThat(message.contactId().value()).isEqualTo("1");
        assertThat(message.text()).isEqualTo("hi");
        assertThat(message.token()).contains("tok-2");
        assertThat(message.channel()).contains(Channel.WHATSAPP);
        assertThat(message.messageId()).contains("m-1");
        assertThat(message.stamp()).isEmpty();
    }

    @Test
    void theOtherNamesOfAFlatBodyAreRead() {
        Message message = read("flat-other-names");

        assertThat(message.contactId().value()).isEqualTo("7");
        assertThat(message.text()).isEqualTo("hi");
        assertThat(message.token()).contains("tok-3");
        assertThat(message.channel()).contains(Channel.WHATSAPP);
        assertThat(message.locale()).contains("English");
    }

    @Test
    void aNumericIdKeepsItsDigits() {
        assertThat(read("numeric-id-over-2-53").contactId().value()).isEqualTo("90071992547409931234567");
    }

    @Test
    void aNumberIsAText() {
        assertThat(read("numeric-text").text()).isEqualTo("12345678901234567890");
    }

    @Test
    void customFieldsMayBeAnEmptyList() {
        assertThat(read("custom-fields-empty-list").token()).isEmpty();
    }

    @Test
    void customFieldsMayBeAListOfFields() {
        assertThat(read("custom-fields-list").token()).contains("tok-4");
    }

    @Test
    void theTokenIsInTheFieldThatTheTenantNames() {
        Message message = parser.parse(Resources.read("/inbound/full-contact.json"), "Pedido nº: 🎁");

        assertThat(message.token()).contains("42");
    }

    @Test
    void aTokenFieldThatIsNoStringIsIgnored() {
        assertThat(parser.parse(Resources.read("/inbound/full-contact.json"), "count")
                        .token())
                .isEmpty();
    }

    @Test
    void theTokenIsInTheTenantsFieldOfAListToo() {
        Message message = parser.parse(Resources.read("/inbound/token-field-in-list.json"), "Token da IA: 🔑");

        assertThat(message.token()).contains("tok-5");
    }

    @Test
    void aTokenBesideTheContactWinsUnlessItIsAPlaceholder() {
        assertThat(read("token-beside-contact").token()).contains("tok-6");
        assertThat(read("placeholder-token-beside-contact").token()).contains("tok-1");
    }

    @Test
    void anInstagramContactHasItsOwnStampAndANumberAsId() {
        Message message = read("instagram-contact");

        assertThat(message.contactId().value()).isEqualTo("1234567890");
        assertThat(message.channel()).contains(Channel.INSTAGRAM);
        assertThat(message.stamp()).contains("2026-11-30T13:00:01+00:00");
    }

    @Test
    void aTikTokContactHasItsOwnStamp() {
        assertThat(read("tiktok-contact").stamp()).contains("2026-11-30T13:00:02+00:00");
    }

    @Test
    void theSameTextAfterAStickerIsToldByItsStamp() {
        assertThat(read("same-text-after-sticker").text())
                .isEqualTo(read("full-contact").text());
        assertThat(read("same-text-after-sticker").stamp())
                .contains("2026-11-30T10:00:41-03:00")
                .isNotEqualTo(read("full-contact").stamp());
    }

    @Test
    void everyShapeIsRead() throws IOException {
        String test = Files.readString(Path.of("src/test/java/io/turngate/manychat/InboundShapesTest.java"));
        try (Stream<Path> shapes = Files.list(Path.of("src/test/resources/inbound"))) {
            assertThat(shapes.map(shape -> String.valueOf(shape.getFileName()).replace(".json", "")))
                    .allSatisfy(shape -> assertThat(test).containsPattern("[\"/]" + shape + "[\",.]"));
        }
    }

    @Test
    void nullNamesAreAbsent() {
        Message message = read("null-names");

        assertThat(message.firstName()).isEmpty();
        assertThat(message.locale()).isEmpty();
        assertThat(message.liveChatUrl()).isEmpty();
    }

    @Test
    void optionalValuesOfOddTypesAreIgnored() {
        Message message = read("odd-optional-types");

        assertThat(message.text()).isEqualTo("olá, tudo bem?");
        assertThat(message.firstName()).isEmpty();
        assertThat(message.locale()).contains("Portuguese");
        assertThat(message.liveChatUrl()).isEmpty();
        assertThat(message.stamp()).isEmpty();
        assertThat(message.channel()).isEmpty();
        assertThat(message.token()).isEmpty();
    }

    @Test
    void theOuterTextWinsOverTheContacts() {
        assertThat(read("outer-text-wins").text()).isEqualTo("from the flow");
    }

    @Test
    void anOuterNullIsPassedOver() {
        Message message = read("outer-null-text");

        assertThat(message.text()).isEqualTo("olá, tudo bem?");
        assertThat(message.contactId().value()).isEqualTo("1234567890");
    }

    @Test
    void anIdBesideAContactIsNotTheContacts() {
        assertThat(read("outer-id-of-something-else").contactId().value()).isEqualTo("1234567890");
    }

    @Test
    void anIdBesideAContactWithoutOneIsTheContacts() {
        assertThat(read("outer-id-alone").contactId().value()).isEqualTo("55");
    }

    @ParameterizedTest
    @CsvSource({
        "placeholder-text,UNKNOWN",
        "null-text,UNKNOWN",
        "sticker,UNKNOWN",
        "empty-text-after-older-text,UNKNOWN",
        "media-whatsapp-voice,VOICE",
        "media-whatsapp-image,IMAGE",
        "media-whatsapp-video,VIDEO",
        "media-whatsapp-document,FILE",
        "media-instagram,FILE",
        "media-messenger-voice,VOICE",
        "media-messenger-image,IMAGE"
    })
    void mediaHasAKindAndNoText(String shape, Media kind) {
        Message message = read(shape);

        assertThat(message.media()).isEqualTo(kind);
        assertThat(message.text()).isEmpty();
        assertThat(message.recordedText()).isEqualTo(kind.note());
    }

    @Test
    void aMediaUrlInsideASentenceIsText() {
        Message message = read("link-inside-sentence");

        assertThat(message.media()).isEqualTo(Media.NONE);
        assertThat(message.text()).startsWith("look: https://manybot-files.");
    }

    @Test
    void aLinkOfAnotherHostIsText() {
        assertThat(read("link-of-a-contact").text()).isEqualTo("https://shop.example/red-shoes.jpg");
    }

    @Test
    void aPlaceholderInsideATextStays() {
        assertThat(read("placeholder-inside-text").text()).isEqualTo("hi {{first_name}}, how are you");
    }

    @Test
    void aPlaceholderIsNoTokenAndNoName() {
        assertThat(read("placeholder-token").token()).isEmpty();
        assertThat(read("placeholder-token").firstName()).isEmpty();
    }

    @Test
    void aRawNewlineIsPartOfTheText() {
        assertThat(read("raw-newline").text()).isEqualTo("line one\nline\ttwo");
    }

    @Test
    void loneSurrogatesAreReplaced() {
        Message message = read("lone-surrogates");

        assertThat(message.text()).isEqualTo("a\uFFFD b 😀");
        assertThat(message.firstName()).contains("\uFFFDAna");
        assertThat(message.messageId()).contains("m\uFFFD");
    }

    @Test
    void aByteOrderMarkIsTolerated() {
        assertThat(read("byte-order-mark").text()).isEqualTo("hi");
    }

    @Test
    void unknownKeysAreIgnored() {
        assertThat(read("unknown-keys").text()).isEqualTo("hi");
    }

    private Message read(String shape) {
        return parser.parse(Resources.read("/inbound/" + shape + ".json"));
    }
}
