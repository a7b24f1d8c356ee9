package io.turngate.conversation;

import io.turngate.core.Channel;
import io.turngate.core.ContactId;
import java.util.Optional;

/**
 * What a contact wrote, read from one request.
 *
 * @param contactId who
 * @param text what, without lone surrogates; empty for {@link Media#UNKNOWN}, the media's URL never
 * @param media what kind of media the message is, {@link Media#NONE} for text
 * @param cut whether the text was longer than the limit and was cut
 * @param channel where they wrote, if the payload says so
 * @param firstName their name, if the payload has one
 * @param locale their language, if the payload has one
 * @param token the contact's token, if the payload has one
 * @param stamp the contact's last-interaction time, as the payload writes it
 * @param messageId the message's own id, if a flow sends one
 * @param liveChatUrl the operator's link to the contact; for the hand-over alone, never logged
 */
public record Message(
        ContactId contactId,
        String text,
        Media media,
        boolean cut,
        Optional<Channel> channel,
        Optional<String> firstName,
        Optional<String> locale,
        Optional<String> token,
        Optional<String> stamp,
        Optional<String> messageId,
        Optional<String> liveChatUrl) {

    /** What kind of media a message is. */
    public enum Media {
        NONE(""),
        VOICE("[voice note]"),
        IMAGE("[image]"),
        VIDEO("[video]"),
        FILE("[file]"),
        UNKNOWN("[media]");

        private final String note;

        Media(String note) {
            this.note = note;
        }

        /** What is recorded instead of the media's URL. */
        public String note() {
            return note;
        }
    }

    /** What is recorded: the text, or a note of the media. */
    public String recordedText() {
        return media == Media.NONE ? text : media.note();
    }

    /** Personal data: never printed. */
    @Override
    public String toString() {
        return "message";
    }
}
