package io.turngate.manychat;

import io.turngate.conversation.Message;
import io.turngate.conversation.Message.Media;
import io.turngate.core.Channel;
import io.turngate.core.ContactId;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Optional;

/** Reads a request's body, in any of the shapes that flows send, as a message. Stateless; any thread may use it. */
public final class MessageParser {

    /** The custom field that holds the contact's token where a tenant does not name another. */
    public static final String DEFAULT_TOKEN_FIELD = "ai_token";

    /** The most code points of a text; what is longer is cut at a grapheme. */
    public static final int MAX_TEXT_CODE_POINTS = 4_096;

    private static final List<String> TEXT = List.of("text", "last_input_text", "message", "last_text");
    private static final List<String> CHANNEL = List.of("channel", "canal");
    private static final List<String> TOKEN = List.of("ai_token", "token");
    private static final List<String> STAMP = List.of("last_interaction", "ig_last_interaction", "tt_last_interaction");
    private static final List<String> MESSAGE_ID = List.of("message_id");
    private static final List<String> FIRST_NAME = List.of("first_name");
    private static final List<String> LOCALE = List.of("locale", "language");
    private static final List<String> LIVE_CHAT_URL = List.of("live_chat_url");

    /** The message of a body whose token, if it is in a custom field, is in {@value #DEFAULT_TOKEN_FIELD}. */
    public Message parse(Buffer body) {
        return parse(body, DEFAULT_TOKEN_FIELD);
    }

    /**
     * The message that a body says.
     *
     * @param body UTF-8 JSON, at most 64 KiB (held by the caller)
     * @param tokenField the name of the custom field that may hold the contact's token
     * @throws TurngateException of {@link Kind#BAD_REQUEST} if the body is not JSON, names no usable contact or has no
     *     text; its message holds nothing of the body
     */
    public Message parse(Buffer body, String tokenField) {
        Payload payload = Payload.of(JsonBody.read(body));
        ContactId contactId = contactId(payload);
        Content content = content(payload);
        return new Message(
                contactId,
                content.text,
                content.media,
                content.cut,
                payload.findWord(CHANNEL).flatMap(Channel::find),
                payload.findWord(FIRST_NAME),
                payload.findWord(LOCALE),
                token(payload, tokenField),
                payload.findWordOrInteger(STAMP),
                payload.findWordOrInteger(MESSAGE_ID),
                payload.findWord(LIVE_CHAT_URL));
    }

    private static ContactId contactId(Payload payload) {
        Object value = payload.findContactId();
        if (value == null) {
            throw bad(
                    payload.hasContactId()
                            ? "the contact id is null"
                            : "no contact id: expected one of " + String.join(", ", Payload.CONTACT_ID));
        }
        String id = Scalars.read(value);
        if (id == null) {
            throw bad("the contact id must be a string or an integer");
        }
        id = id.strip();
        if (Scalars.isBlank(id)) {
            throw bad("the contact id is empty");
        }
        if (id.length() > ContactId.MAX_LENGTH) {
            throw bad("the contact id has more than " + ContactId.MAX_LENGTH + " characters");
        }
        if (Placeholder.occursIn(id)) {
            throw bad("the contact id is an unresolved placeholder");
        }
        return new ContactId(id);
    }

    private static Content content(Payload payload) {
        Object value = payload.find(TEXT);
        if (value == null) {
            if (payload.has(TEXT)) {
                return Content.of(Media.UNKNOWN);
            }
            throw bad("no text: expected one of " + String.join(", ", TEXT));
        }
        String text = Scalars.read(value);
        if (text == null) {
            throw bad("the text must be a string or an integer");
        }
        if (Scalars.isEmpty(text)) {
            return Content.of(Media.UNKNOWN);
        }
        Media media = MediaUrl.find(text.strip());
        return media == null ? Content.of(text) : Content.of(media);
    }

    private static Optional<String> token(Payload payload, String tokenField) {
        Optional<String> token = payload.findWord(TOKEN);
        return token.isPresent() ? token : payload.findCustomField(tokenField);
    }

    private static TurngateException bad(String message) {
        return new TurngateException(Kind.BAD_REQUEST, message);
    }

    /** What was said, without who said it. */
    private record Content(String text, Media media, boolean cut) {

        static Content of(Media media) {
            return new Content("", media, false);
        }

        static Content of(String text) {
            String kept = firstCodePoints(text);
            return new Content(kept, Media.NONE, kept.length() < text.length());
        }

        private static String firstCodePoints(String text) {
            if (text.length() <= MAX_TEXT_CODE_POINTS
                    || text.codePointCount(0, text.length()) <= MAX_TEXT_CODE_POINTS) {
                return text;
            }
            int limit = text.offsetByCodePoints(0, MAX_TEXT_CODE_POINTS);
            int boundary = Graphemes.lastBoundary(text, 0, limit);
            // A single grapheme over the whole limit is no grapheme that anybody reads.
            return text.substring(0, boundary > 0 ? boundary : limit);
        }
    }
}
