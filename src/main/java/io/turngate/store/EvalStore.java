package io.turngate.store;

import io.turngate.core.Contact;
import io.turngate.core.Reason;
import io.turngate.core.Role;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Conversations of evals, kept like real ones but apart from them: under names of their own, in none of the indexes, each
 * gone an hour after it began at the latest. Their clock stands still from {@link #open} on, so that ages are exact.
 * Fails like {@link ConversationStore}; used on one event loop.
 */
public interface EvalStore {

    /** Connects. Fails if the store is not there. */
    Future<List<ServerFacts>> open();

    /** The way of a message, on these conversations. */
    ConversationStore conversations();

    /**
     * Puts a contact there who has said this before.
     *
     * @return the ids of the turns, in their order
     */
    Future<List<String>> begin(Contact contact, Past past);

    /** Has everything of a contact go by itself, what a message has added too. */
    Future<Void> letExpire(Contact contact);

    /** Removes everything of a contact; what is known of second deliveries expires by itself. */
    Future<Void> remove(Contact contact);

    /** Closes the connection. */
    Future<Void> close();

    /**
     * What a contact brings along.
     *
     * @param tokenDigest that of the token which proves who they are
     * @param turns oldest first
     */
    record Past(String tokenDigest, List<PastTurn> turns) {

        public Past {
            turns = List.copyOf(turns);
        }
    }

    /**
     * A turn that was said a while ago.
     *
     * @param age how long ago, at least a millisecond
     * @param reason for an agent's turn why it handed the contact over, if it did
     */
    record PastTurn(Role role, String text, Duration age, Optional<Reason> reason) {}
}
