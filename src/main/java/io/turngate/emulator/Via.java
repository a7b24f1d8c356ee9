package io.turngate.emulator;

import java.util.Map;
import java.util.Optional;

/** The way that a contact's text takes to the gateway. */
public sealed interface Via {

    /** The body that the README recommends, with the contact's channel in the place of the word. */
    String CHANNEL_WORD = "{{emulated_channel}}";

    /** What {@link #CHANNEL_WORD} and the Full Contact Data make of the README's body. */
    String FULL_CONTACT = "{\"channel\":\"" + CHANNEL_WORD + "\",\"contact\":{{subscriber_data|to_json:true}}}";

    /**
     * A Dynamic Block: the answer is content.
     *
     * @param template the body, with ManyChat's placeholders
     */
    record DynamicBlock(String template) implements Via {}

    /**
     * An External Request: values of the answer go into custom fields, and one of them is sent.
     *
     * @param template the body, with ManyChat's placeholders
     * @param mapping from paths such as {@code $.reply} to names of custom fields
     * @param replyField the custom field whose value is sent to the contact when the answer filled it
     */
    record ExternalRequest(String template, Map<String, String> mapping, Optional<String> replyField) implements Via {
        public ExternalRequest {
            mapping = Map.copyOf(mapping);
        }
    }

    /** The callback that an earlier answer registered. */
    record Callback() implements Via {}

    /** A Dynamic Block as the README sets it up. */
    static Via block() {
        return new DynamicBlock(FULL_CONTACT);
    }

    /** An External Request as the README sets it up. */
    static Via fields() {
        return new ExternalRequest(
                FULL_CONTACT,
                Map.of("$.reply", "ai_reply", "$.escalated", "ai_escalated", "$.reason", "ai_reason"),
                Optional.of("ai_reply"));
    }

    /** The registered callback; a contact without one cannot speak so. */
    static Via callback() {
        return new Callback();
    }
}
