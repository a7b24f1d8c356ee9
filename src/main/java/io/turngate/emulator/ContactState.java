package io.turngate.emulator;

import io.turngate.core.Channel;
import io.turngate.emulator.ContactView.FieldEvent;
import io.turngate.emulator.ContactView.FlowStarted;
import io.turngate.emulator.ContactView.Received;
import io.turngate.emulator.ContactView.Source;
import io.turngate.emulator.ContactView.TagEvent;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A contact as they change; only for the emulator's event loop. */
final class ContactState {

    private static final int KEPT = 1_000;
    private static final int FLOWS_AN_HOUR = 100;
    private static final Duration WINDOW = Duration.ofHours(24);

    private final ContactSpec profile;
    private final Deque<Received> inbox = new ArrayDeque<>();
    private final Set<String> tags = new LinkedHashSet<>();
    private final Deque<TagEvent> tagEvents = new ArrayDeque<>();
    private final Map<String, Object> fields = new LinkedHashMap<>();
    private final Deque<FieldEvent> fieldEvents = new ArrayDeque<>();
    private final Deque<FlowStarted> flows = new ArrayDeque<>();
    private Instant lastInteraction;
    private Optional<String> lastInput = Optional.empty();
    private Optional<Waiting> callback = Optional.empty();
    private Future<?> lastCall = Future.succeededFuture();
    private int fallbacks;

    /** A callback and the moment up to which it waits. */
    private record Waiting(Block.Callback callback, Instant until) {}

    ContactState(ContactSpec profile, Instant now) {
        this.profile = profile;
        this.lastInteraction = profile.lastInteraction().orElse(now);
    }

    ContactSpec profile() {
        return profile;
    }

    Channel channel() {
        return profile.channel();
    }

    Instant lastInteraction() {
        return lastInteraction;
    }

    Optional<String> lastInput() {
        return lastInput;
    }

    Map<String, Object> fields() {
        return fields;
    }

    /** The contact writes: the window of a day opens anew. */
    void interacts(Instant now) {
        lastInteraction = now;
    }

    /** What flows see as the contact's last text. */
    void says(String text) {
        lastInput = Optional.of(text);
    }

    boolean isInWindow(Instant now) {
        return !now.isAfter(lastInteraction.plus(WINDOW));
    }

    /** The call of theirs that the next one has to wait for. */
    Future<?> lastCall() {
        return lastCall;
    }

    void setLastCall(Future<?> call) {
        lastCall = call;
    }

    /** Content arrives: its actions, its messages, its callback. */
    void receive(Block block, Source source, Instant now) {
        block.actions().forEach(action -> act(action, now));
        block.texts().forEach(text -> receive(text, source, now));
        block.callback().ifPresent(given -> callback = Optional.of(new Waiting(given, now.plus(given.timeout()))));
    }

    void receive(String text, Source source, Instant now) {
        keep(inbox, new Received(text, source, now));
    }

    void addTag(String tag, Instant now) {
        tags.add(tag);
        keep(tagEvents, new TagEvent(tag, true, now));
    }

    void removeTag(String tag, Instant now) {
        tags.remove(tag);
        keep(tagEvents, new TagEvent(tag, false, now));
    }

    void setField(String name, Object value, Instant now) {
        fields.put(name, value);
        keep(fieldEvents, new FieldEvent(name, value, now));
    }

    void unsetField(String name) {
        fields.remove(name);
    }

    /** Starts a flow; false, and nothing is started, if an hour has had its hundred. */
    boolean startFlow(String flow, Instant now) {
        Instant hourAgo = now.minus(Duration.ofHours(1));
        if (flows.stream().filter(one -> one.at().isAfter(hourAgo)).count() >= FLOWS_AN_HOUR) {
            return false;
        }
        keep(flows, new FlowStarted(flow, now));
        return true;
    }

    void fallsBack() {
        fallbacks++;
    }

    /** The callback that the contact's next text fires; it fires once. */
    Optional<Block.Callback> takeCallback(Instant now) {
        Optional<Block.Callback> due =
                callback.filter(waiting -> waiting.until().isAfter(now)).map(Waiting::callback);
        callback = Optional.empty();
        return due;
    }

    ContactView view() {
        return new ContactView(
                profile,
                List.copyOf(inbox),
                Collections.unmodifiableSet(new LinkedHashSet<>(tags)),
                List.copyOf(tagEvents),
                Collections.unmodifiableMap(new LinkedHashMap<>(fields)),
                List.copyOf(fieldEvents),
                new ArrayList<>(flows),
                fallbacks,
                callback.isPresent());
    }

    private void act(Block.Action action, Instant now) {
        if (action instanceof Block.AddTag add) {
            addTag(add.tag(), now);
        } else if (action instanceof Block.RemoveTag remove) {
            removeTag(remove.tag(), now);
        } else if (action instanceof Block.SetField set) {
            setField(set.field(), set.value(), now);
        } else if (action instanceof Block.UnsetField unset) {
            unsetField(unset.field());
        }
    }

    private static <T> void keep(Deque<T> kept, T newest) {
        kept.addLast(newest);
        if (kept.size() > KEPT) {
            kept.removeFirst();
        }
    }
}
