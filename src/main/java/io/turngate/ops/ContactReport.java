package io.turngate.ops;

import io.turngate.core.Contact;
import io.turngate.core.Turn;
import io.turngate.rules.Rules;
import io.turngate.store.ContactView;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Optional;

/** A contact as an operator needs it, as JSON and as lines to read. */
public final class ContactReport {

    private final Contact contact;
    private final ContactView view;
    private final Rules rules;

    public ContactReport(Contact contact, ContactView view, Rules rules) {
        this.contact = contact;
        this.view = view;
        this.rules = rules;
    }

    /** When silence from now on would reset the cap; empty if the next message begins a stretch anyway. */
    private Optional<Instant> resetsAt() {
        return view.count() == 0
                ? Optional.empty()
                : view.lastMessageMillis()
                        .map(last -> Instant.ofEpochMilli(last).plus(rules.idleReset()));
    }

    private boolean isOverCap() {
        return view.count() >= rules.maxTurnsPerConversation();
    }

    /** For scripts; absent values are left out. */
    public JsonObject toJson() {
        JsonObject json = new JsonObject()
                .put("tenant", contact.tenant().value())
                .put("contact", contact.id().value())
                .put("conversation", view.conversationId())
                .put("at", time(view.nowMillis()))
                .put("count", view.count())
                .put("cap", rules.maxTurnsPerConversation())
                .put("turns_left", rules.turnsLeft(view.count()))
                .put("next_is_escalated", isOverCap());
        if (view.count() > 0) {
            json.put("stretch_since", time(view.sinceMillis()));
        }
        view.lastMessageMillis().ifPresent(last -> json.put("last_message", time(last)));
        resetsAt().ifPresent(at -> json.put("cap_resets_at", at.toString()));
        view.resetMillis().ifPresent(at -> json.put("reset_by_operator", time(at)));
        view.run().ifPresent(run -> json.put("run", new JsonObject(run)));
        json.put("waiting", view.waiting()).put("pending", view.pending());
        json.put("token", view.token().state()).put("unbound", view.unbound());
        view.token().confirmedMillis().ifPresent(at -> json.put("token_confirmed", time(at)));
        JsonArray history = new JsonArray();
        view.history().forEach(turn -> history.add(json(turn)));
        return json.put("messages_this_hour", view.messagesThisHour())
                .put("messages_an_hour", rules.turnsPerSubscriberPerHour())
                .put("turns", view.turns())
                .put("history", history)
                .put("rules", rules.version())
                .put("keys", new JsonArray(view.keys()));
    }

    private static JsonObject json(Turn turn) {
        JsonObject json = new JsonObject()
                .put("id", turn.id())
                .put("at", time(turn.recordedAtMillis()))
                .put("role", turn.role().wireName())
                .put("text", turn.text());
        if (turn.outcome() != null) {
            json.put("outcome", turn.outcome().wireName());
        }
        if (turn.reason() != null) {
            json.put("reason", turn.reason().wireName());
        }
        return json;
    }

    /** For a person at a terminal. */
    public String toText() {
        StringBuilder lines = new StringBuilder();
        line(
                lines,
                "contact",
                contact.id().value() + " of tenant " + contact.tenant().value());
        line(lines, "conversation", view.conversationId() + " (the contact's only name in logs)");
        line(lines, "count", count());
        line(lines, "cap resets", resets());
        view.lastMessageMillis().ifPresent(last -> line(lines, "last message", time(last)));
        view.resetMillis().ifPresent(at -> line(lines, "operator", "reset the cap at " + time(at)));
        line(lines, "this hour", view.messagesThisHour() + " of " + rules.turnsPerSubscriberPerHour() + " messages");
        line(lines, "token", token());
        line(lines, "lane", lane());
        line(lines, "keys", String.join(" ", view.keys()));
        line(
                lines,
                "history",
                view.history().size() + " of " + view.turns() + " turns kept would be given to the runner now ("
                        + rules.historyDays() + " days, at most ten)");
        view.history()
                .forEach(turn -> lines.append(String.format(
                        "  %s  %-7s  %s%n",
                        time(turn.recordedAtMillis()),
                        turn.role().wireName(),
                        outcome(turn) + turn.text().replace("\n", " / "))));
        return lines.toString();
    }

    private static String outcome(Turn turn) {
        if (turn.reason() != null) {
            return "[" + turn.reason().wireName() + "] ";
        }
        return "";
    }

    private String count() {
        String of = view.count() + " of " + rules.maxTurnsPerConversation();
        if (view.count() == 0) {
            return of + ": the next message begins a stretch";
        }
        String since = of + " in the stretch since " + time(view.sinceMillis());
        return isOverCap() ? since + ": the next message is escalated" : since;
    }

    private String token() {
        String since =
                view.token().confirmedMillis().map(at -> " since " + time(at)).orElse("");
        return view.token().state() + since + ", " + view.unbound() + " unbound turns kept apart";
    }

    private String lane() {
        String run = view.run().map(JsonObject::new).map(ContactReport::holder).orElse("free");
        return run + ", " + view.waiting() + " waiting, " + view.pending() + " pushes pending";
    }

    private static String holder(JsonObject run) {
        return "run " + run.getLong("fence") + " of gateway " + run.getString("gateway") + ", lease until "
                + time(run.getLong("until"));
    }

    private String resets() {
        return resetsAt()
                .map(at -> "at " + at + " if the contact is silent until then (" + rules.idleResetHours() + " h)")
                .orElse("with the next message");
    }

    private static void line(StringBuilder lines, String name, String value) {
        lines.append(String.format("%-14s %s%n", name, value));
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
