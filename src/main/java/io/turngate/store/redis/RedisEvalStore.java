package io.turngate.store.redis;

import io.turngate.core.Contact;
import io.turngate.core.Outcome;
import io.turngate.core.Role;
import io.turngate.store.AgentTurn;
import io.turngate.store.ConversationStore;
import io.turngate.store.EvalStore;
import io.turngate.store.LinkListener;
import io.turngate.store.ServerFacts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Conversations of one run of evals in Redis, under {@code tg-eval:<run>:}. Nothing here knows the name of a real key. */
public final class RedisEvalStore implements EvalStore {

    /** The clocks of several servers are close enough to each other for ages of a minute and more. */
    private static final String ANY_KEY = "tg-eval";

    private static final String LIFETIME_MILLIS =
            Long.toString(Duration.ofHours(1).toMillis());

    private final Primaries primaries;
    private final KeySpace space;
    private final ConversationStore conversations;
    private long nowMillis;

    /** @param run names the run; different for each, {@code [0-9a-z]} */
    public RedisEvalStore(Vertx vertx, RedisEndpoint endpoint, String run, LinkListener listener) {
        this.primaries = Primaries.of(vertx, endpoint, listener);
        this.space = KeySpace.ofEvals(run);
        this.conversations = new RedisConversationStore(
                new ScriptRunner(vertx, primaries), ContactClock.of(() -> nowMillis), "eval-" + run, space);
    }

    @Override
    public Future<List<ServerFacts>> open() {
        return primaries.open().onSuccess(facts -> nowMillis = primaries.nowMillis(ANY_KEY));
    }

    @Override
    public ConversationStore conversations() {
        return conversations;
    }

    /** The counter of the stretch is left out: the first message counts it from the turns. */
    @Override
    public Future<List<String>> begin(Contact contact, Past past) {
        Keys keys = space.keysOf(contact);
        List<String> ids = new ArrayList<>();
        List<String> scored = scored(contact, past.turns(), ids);
        String conversation = String.format("%016x", ThreadLocalRandom.current().nextLong());
        Request known = Request.cmd(Command.HSET, keys.contact(), "id", conversation, "token", past.tokenDigest());
        Future<?> said = scored.isEmpty() ? Future.succeededFuture() : primaries.send(keys.turns(), add(keys, scored));
        return Future.all(primaries.send(keys.contact(), known), said)
                .compose(written -> letExpire(contact))
                .map(expiring -> List.copyOf(ids));
    }

    private static Request add(Keys keys, List<String> scored) {
        List<String> words = new ArrayList<>(List.of(keys.turns()));
        words.addAll(scored);
        return Request.cmd(Command.ZADD, words.toArray());
    }

    /** Scores and members, as {@code append_turn} makes them; the ids on the side. */
    private List<String> scored(Contact contact, List<PastTurn> turns, List<String> ids) {
        List<String> scored = new ArrayList<>();
        long newest = 0;
        for (PastTurn turn : turns) {
            long at = nowMillis - turn.age().toMillis();
            long score = Math.max(at, newest + 1);
            newest = score;
            String id = at + "-seed" + ids.size();
            String time = score == at ? "" : ",\"at\":" + at;
            scored.add(Long.toString(score));
            scored.add("{\"id\":\"" + id + "\"," + TurnJson.head(turn.role(), turn.text()) + time
                    + outcome(contact, turn) + "}");
            ids.add(id);
        }
        return scored;
    }

    private static String outcome(Contact contact, PastTurn turn) {
        if (turn.role() == Role.CONTACT) {
            return "";
        }
        Outcome outcome = turn.reason().isPresent() ? Outcome.ESCALATED : Outcome.ANSWERED;
        return TurnJson.outcome(
                new AgentTurn(contact, "", "", List.of(turn.text()), outcome, turn.reason(), Optional.empty()));
    }

    @Override
    public Future<Void> letExpire(Contact contact) {
        return Future.all(space.keysOf(contact).fixed().stream()
                        .map(key -> primaries.send(key, Request.cmd(Command.PEXPIRE, key, LIFETIME_MILLIS)))
                        .toList())
                .mapEmpty();
    }

    @Override
    public Future<Void> remove(Contact contact) {
        Keys keys = space.keysOf(contact);
        return primaries
                .send(keys.turns(), Request.cmd(Command.DEL, keys.fixed().toArray()))
                .mapEmpty();
    }

    @Override
    public Future<Void> close() {
        return primaries.close();
    }
}
