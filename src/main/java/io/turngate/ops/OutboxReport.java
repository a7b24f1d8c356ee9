package io.turngate.ops;

import io.turngate.outbox.PendingItem;
import io.turngate.store.DeadLetters.DeadLetter;
import io.turngate.store.Outbox;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A tenant's outbox as an operator needs it, as JSON and as lines to read. Without texts, unless they are asked for. */
public final class OutboxReport {

    private final List<Outbox.Entry> entries;
    private final List<DeadLetter> dead;
    private final boolean withTexts;

    public OutboxReport(List<Outbox.Entry> entries, List<DeadLetter> dead, boolean withTexts) {
        this.entries = List.copyOf(entries);
        this.dead = List.copyOf(dead);
        this.withTexts = withTexts;
    }

    /** For scripts; absent values are left out. */
    public JsonObject toJson() {
        JsonArray waiting = new JsonArray();
        entries.forEach(entry -> waiting.add(json(entry)));
        JsonArray letters = new JsonArray();
        dead.forEach(letter -> letters.add(json(letter)));
        return new JsonObject().put("contacts", waiting).put("dead", letters);
    }

    private JsonObject json(Outbox.Entry entry) {
        JsonObject json = new JsonObject()
                .put("contact", entry.contact().id().value())
                .put("pending", entry.pending())
                .put("next_look", time(entry.lookAtMillis()))
                .put("token_wanted", entry.tokenWanted().isPresent());
        first(entry).ifPresent(item -> {
            json.put("oldest", time(item.atMillis()));
            putTexts(json, item);
        });
        return json;
    }

    private JsonObject json(DeadLetter letter) {
        JsonObject json = new JsonObject()
                .put("id", letter.id())
                .put("contact", letter.contact().id().value())
                .put("reason", letter.reason())
                .put("at", time(letter.atMillis()));
        PendingItem.parse(letter.item()).ifPresent(item -> {
            json.put("outcome", item.outcome());
            putTexts(json, item);
        });
        return json;
    }

    private void putTexts(JsonObject json, PendingItem item) {
        if (withTexts) {
            json.put("texts", new JsonArray(item.texts()));
        }
    }

    /** For a person at a terminal. */
    public String toText() {
        StringBuilder lines = new StringBuilder();
        if (entries.isEmpty()) {
            lines.append(String.format("nothing is to be delivered%n"));
        }
        for (Outbox.Entry entry : entries) {
            lines.append(String.format(
                    "contact %s: %d pending%s, next look %s%s%n",
                    entry.contact().id().value(),
                    entry.pending(),
                    entry.tokenWanted().isPresent() ? ", a token is wanted" : "",
                    time(entry.lookAtMillis()),
                    first(entry)
                            .map(item -> ", oldest of " + time(item.atMillis()))
                            .orElse("")));
            first(entry).ifPresent(item -> appendTexts(lines, item));
        }
        lines.append(String.format(dead.isEmpty() ? "no dead letters%n" : "dead letters:%n"));
        for (DeadLetter letter : dead) {
            Optional<PendingItem> item = PendingItem.parse(letter.item());
            lines.append(String.format(
                    "  %s  contact %s  %s  %s  %s%n",
                    letter.id(),
                    letter.contact().id().value(),
                    letter.reason(),
                    time(letter.atMillis()),
                    item.map(PendingItem::outcome).orElse("")));
            item.ifPresent(known -> appendTexts(lines, known));
        }
        return lines.toString();
    }

    private void appendTexts(StringBuilder lines, PendingItem item) {
        if (withTexts) {
            item.texts().forEach(text -> lines.append(String.format("    %s%n", text.replace("\n", " / "))));
        }
    }

    private static Optional<PendingItem> first(Outbox.Entry entry) {
        return entry.first().flatMap(PendingItem::parse);
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
