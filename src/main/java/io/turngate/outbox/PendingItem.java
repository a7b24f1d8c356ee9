package io.turngate.outbox;

import io.turngate.config.TenantConfig;
import io.turngate.conversation.Unsaid;
import io.turngate.core.Channel;
import io.turngate.manychat.Bubbles;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is to be brought to a contact as one: words, then the calls of a hand-over. Immutable; what it does not know of an
 * item is kept as it is.
 *
 * <p>{@code texts} and {@code steps} are what remains. {@code trying} is true while the first of them is under way,
 * {@code tries} counts how often that failed, {@code notBefore} says when it may be tried again, {@code failed} that the
 * words were given up and only a person is called.
 */
public final class PendingItem {

    private static final Duration LONGEST = Duration.ofHours(24);

    private static final Pattern TURN_TIME = Pattern.compile("(\\d{1,15})-.*");
    private static final String TEXTS = "texts";
    private static final String STEPS = "steps";
    private static final String TRYING = "trying";

    private final JsonObject json;

    private PendingItem(JsonObject json) {
        this.json = json;
    }

    /** Reads an item; empty if it is not JSON, or says neither words nor calls. */
    public static Optional<PendingItem> parse(String text) {
        try {
            JsonObject json = new JsonObject(text);
            if (!json.containsKey(TEXTS) && json.getString("text") != null) {
                json.put(TEXTS, new JsonArray().add(json.getString("text")));
            }
            PendingItem item = new PendingItem(json);
            boolean saysWhat = json.containsKey(TEXTS) || json.containsKey(STEPS) || item.isEscalated();
            return saysWhat && item.isReadable() ? Optional.of(item) : Optional.empty();
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** What an answer left. */
    static PendingItem of(Unsaid unsaid, long nowMillis) {
        JsonObject json = new JsonObject()
                .put("at", nowMillis)
                .put("channel", unsaid.channel().wireName())
                .put(TEXTS, new JsonArray(unsaid.texts()))
                .put("outcome", unsaid.handOver().isPresent() ? "escalated" : "answered");
        unsaid.handOver().ifPresent(reason -> json.put("reason", reason.wireName()));
        unsaid.link().ifPresent(link -> json.put("link", link));
        if (unsaid.isFlowOnly()) {
            json.put(STEPS, words(List.of(Step.FLOW)));
        }
        return new PendingItem(json);
    }

    /** Whether every member is of its type: this is where a wrong one shows, and nowhere else. */
    private boolean isReadable() {
        List<Object> members = List.of(
                steps(),
                atMillis(),
                tries(),
                notBeforeMillis(),
                isTrying(),
                hasFailed(),
                reason(),
                link(),
                word("channel"));
        return !members.isEmpty() && texts().stream().noneMatch(Objects::isNull);
    }

    private String word(String member) {
        return json.getString(member, "");
    }

    /** With its words as the messages that the channel takes, and with the steps that follow them. */
    PendingItem prepared(TenantConfig tenant) {
        JsonObject prepared = json.copy();
        prepared.put(TEXTS, new JsonArray(Bubbles.split(texts(), channel(tenant))));
        if (!json.containsKey(STEPS)) {
            List<Step> steps =
                    isEscalated() ? Step.all(tenant.handoff(), reason().isPresent(), link().isPresent()) : List.of();
            prepared.put(STEPS, words(steps));
        }
        return new PendingItem(prepared);
    }

    /** As it stands in Redis. */
    String encode() {
        return json.encode();
    }

    /** As an operator has it tried once more: from now on, and from the first of what remains. */
    public String renewed(long nowMillis) {
        JsonObject renewed = json.copy().put("at", nowMillis);
        List.of(TRYING, "tries", "notBefore", "failed").forEach(renewed::remove);
        return renewed.encode();
    }

    /** What remains of the words. */
    public List<String> texts() {
        return json.getJsonArray(TEXTS, new JsonArray()).stream()
                .map(String.class::cast)
                .toList();
    }

    /** When it was made, epoch milliseconds; the time of its turn if it does not say, 0 without one. */
    public long atMillis() {
        Long at = json.getLong("at");
        if (at != null) {
            return at;
        }
        Matcher turn = TURN_TIME.matcher(word("turn"));
        return turn.matches() ? Long.parseLong(turn.group(1)) : 0;
    }

    /** What became of the message that it answers; empty if it does not say. */
    public String outcome() {
        return word("outcome");
    }

    Optional<String> reason() {
        return Optional.ofNullable(json.getString("reason")).filter(word -> !word.isEmpty());
    }

    Optional<String> link() {
        return Optional.ofNullable(json.getString("link")).filter(url -> !url.isEmpty());
    }

    Channel channel(TenantConfig tenant) {
        return Channel.find(word("channel")).orElse(tenant.channel());
    }

    /** Steps of a later version are left out. */
    List<Step> steps() {
        return json.getJsonArray(STEPS, new JsonArray()).stream()
                .flatMap(word -> Step.find(String.valueOf(word)).stream())
                .toList();
    }

    boolean isDone() {
        return texts().isEmpty() && steps().isEmpty();
    }

    /** Whether the call that comes next must not be made twice. */
    boolean isOnceOnly() {
        return !texts().isEmpty() || !steps().get(0).isRepeatable();
    }

    boolean isTrying() {
        return json.getBoolean(TRYING, false);
    }

    boolean hasFailed() {
        return json.getBoolean("failed", false);
    }

    int tries() {
        return json.getInteger("tries", 0);
    }

    long notBeforeMillis() {
        return json.getLong("notBefore", 0L);
    }

    boolean isExpired(long nowMillis) {
        return atMillis() > 0 && nowMillis - atMillis() > LONGEST.toMillis();
    }

    PendingItem trying() {
        return new PendingItem(json.copy().put(TRYING, true));
    }

    PendingItem notTrying() {
        JsonObject still = json.copy();
        still.remove(TRYING);
        return new PendingItem(still);
    }

    PendingItem again(long notBeforeMillis) {
        JsonObject again = notTrying().json.copy();
        return new PendingItem(again.put("tries", tries() + 1).put("notBefore", notBeforeMillis));
    }

    /** Without the call that came next. */
    PendingItem rest() {
        List<String> texts = texts();
        List<Step> steps = steps();
        boolean isText = !texts.isEmpty();
        return with(isText ? texts.subList(1, texts.size()) : texts, isText ? steps : steps.subList(1, steps.size()));
    }

    /** The call that comes next and nothing else, for a dead letter. */
    PendingItem onlyNext() {
        List<String> texts = texts();
        return texts.isEmpty() ? with(List.of(), steps().subList(0, 1)) : with(texts.subList(0, 1), List.of());
    }

    /** Whoever looks after the contact is called by tag and nothing else, for a day from now; the words are given up. */
    PendingItem onlyTags(long nowMillis) {
        JsonObject tags = with(List.of(), Step.TAGS).json;
        return new PendingItem(tags.put("failed", true).put("at", nowMillis));
    }

    /** With the tags set at its end, unless its steps do that already. */
    PendingItem alsoTags() {
        List<Step> steps = new ArrayList<>(steps());
        if (steps.contains(Step.ADD_TAG)) {
            return this;
        }
        steps.addAll(Step.TAGS);
        return with(texts(), steps);
    }

    private PendingItem with(List<String> texts, List<Step> steps) {
        JsonObject changed = json.copy().put(TEXTS, new JsonArray(texts)).put(STEPS, words(steps));
        List.of("text", TRYING, "tries", "notBefore").forEach(changed::remove);
        return new PendingItem(changed);
    }

    private static JsonArray words(List<Step> steps) {
        return new JsonArray(steps.stream().map(Step::word).toList());
    }

    private boolean isEscalated() {
        return outcome().equals("escalated");
    }
}
