package io.turngate.conversation;

import io.turngate.core.Channel;
import io.turngate.core.Contact;
import io.turngate.core.Deadline;
import io.turngate.core.TurngateException;
import io.turngate.rules.Rules;
import io.turngate.runner.RunnerRequest.Addressee;
import io.turngate.store.Fingerprints;
import io.turngate.store.Proof;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Optional;

/** One message on its way, with what was learnt of it so far. Its answer may be found on another event loop. */
final class Passage {

    private final Tenant tenant;
    private final Message message;
    private final Deadline deadline;
    private final Caller caller;
    private final String nonce = Nonce.next();
    private final Fingerprints fingerprints;
    private final Promise<Answer> answer = Promise.promise();
    private volatile boolean bound = true;
    private volatile String conversationId = "";
    private volatile Optional<TurngateException> failure = Optional.empty();

    Passage(Tenant tenant, Message message, Deadline deadline, Caller caller) {
        this.tenant = tenant;
        this.message = message;
        this.deadline = deadline;
        this.caller = caller;
        this.fingerprints = Fingerprint.of(message, tenant.rules());
    }

    Tenant tenant() {
        return tenant;
    }

    Rules rules() {
        return tenant.rules();
    }

    Message message() {
        return message;
    }

    Deadline deadline() {
        return deadline;
    }

    Contact contact() {
        return new Contact(tenant.config().id(), message.contactId());
    }

    /** Names the message in its lane. */
    String nonce() {
        return nonce;
    }

    /** What shows that the request speaks for the contact. */
    Proof proof() {
        return TokenDigest.proof(tenant.config().binding(), message);
    }

    /** Where words are pushed to. */
    Channel channel() {
        return message.channel().orElse(tenant.config().channel());
    }

    /** Whom the reply is for. */
    Addressee addressee() {
        return new Addressee(message.firstName(), message.locale(), channel());
    }

    Fingerprints fingerprints() {
        return fingerprints;
    }

    /** Whether an answer that is ready now would still reach the caller. */
    boolean isOpen() {
        return !answer.future().isComplete() && caller.isWaiting() && deadline.remainingMillis() > 0;
    }

    /** Whether the caller still waits, be it past its deadline. */
    boolean isUnanswered() {
        return !answer.future().isComplete() && caller.isWaiting();
    }

    /** Whether the caller is known to be gone. */
    boolean isHungUp() {
        return !caller.isWaiting();
    }

    /** The answer once there is one, whoever found it. */
    Future<Answer> answer() {
        return answer.future();
    }

    /** The first answer is the answer; a later one is too late. An unbound request learns nothing of the contact from it. */
    void answered(Answer found) {
        answer.tryComplete(bound ? found : found.unbound());
    }

    /** Whether the request speaks for the contact, once that is known. */
    boolean isBound() {
        return bound;
    }

    void bound(boolean is) {
        bound = is;
    }

    void named(String id) {
        conversationId = id;
    }

    void failed(TurngateException cause) {
        failure = Optional.of(cause);
    }

    Handled handled(Answer given) {
        return new Handled(given, conversationId, failure);
    }
}
