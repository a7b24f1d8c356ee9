package io.turngate.emulator;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A contact at one moment; what happens later does not change it.
 *
 * @param inbox every message they received, in order; the newest 1,000
 * @param tags the tags they carry
 * @param tagEvents every tag that was added or removed, in order; the newest 1,000
 * @param fields the custom fields that are set, by name
 * @param fieldEvents every value that a custom field was given, in order; the newest 1,000
 * @param flows the flows that were started for them by the API, in order; the newest 1,000
 * @param fallbacks how often a flow went to its fallback
 * @param callbackWaiting whether the contact's next text fires a callback
 */
public record ContactView(
        ContactSpec profile,
        List<Received> inbox,
        Set<String> tags,
        List<TagEvent> tagEvents,
        Map<String, Object> fields,
        List<FieldEvent> fieldEvents,
        List<FlowStarted> flows,
        int fallbacks,
        boolean callbackWaiting) {

    /** How a message reached a contact. */
    public enum Source {
        /** In answer to what they said, through a flow or a callback. */
        ANSWER,
        /** By a call of the API. */
        PUSH
    }

    /** A message in the contact's inbox. */
    public record Received(String text, Source source, Instant at) {}

    /** A tag that was added, or else removed. */
    public record TagEvent(String tag, boolean added, Instant at) {}

    /** A value that a custom field was given. Not printed: it may be a token. */
    public record FieldEvent(String field, Object value, Instant at) {
        @Override
        public String toString() {
            return "a value of " + field;
        }
    }

    /** A flow that the API started. */
    public record FlowStarted(String flow, Instant at) {}

    /** The texts of the inbox, in order. */
    public List<String> texts() {
        return inbox.stream().map(Received::text).toList();
    }

    /** The texts that came one way, in order. */
    public List<String> texts(Source source) {
        return inbox.stream()
                .filter(message -> message.source() == source)
                .map(Received::text)
                .toList();
    }
}
