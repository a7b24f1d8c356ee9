package io.turngate.conversation;

import io.turngate.core.Contact;
import io.turngate.core.Deadline;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.rules.OpeningTrigger;
import io.turngate.store.Admission;
import io.turngate.store.Admission.Admitted;
import io.turngate.store.Admission.Opened;
import io.turngate.store.Admission.Refused;
import io.turngate.store.AgentTurn;
import io.turngate.store.Arrival;
import io.turngate.store.ConversationStore;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * One message's way: admitted and counted, judged by the rules, answered by the runner where they allow it, settled. It
 * always ends in an answer: whatever goes wrong hands the contact to a person.
 */
public final class MessageService {

    private final ConversationStore store;
    private final TenantLimits limits;

    public MessageService(ConversationStore store, TenantLimits limits) {
        this.store = store;
        this.limits = limits;
    }

    /**
     * Handles a message.
     *
     * @param tenant the snapshot that judges it
     * @param message what the contact wrote
     * @param deadline when the caller stops waiting
     * @return never fails
     */
    public Future<Handled> handle(Tenant tenant, Message message, Deadline deadline) {
        if (!limits.enter(tenant.config())) {
            return Future.succeededFuture(
                    new Handled(Answers.refused(tenant.rules(), Reason.OVERLOAD), "", Optional.empty()));
        }
        Passage passage = new Passage(tenant, message, deadline);
        return admit(passage)
                .compose(admission -> proceed(passage, admission))
                .recover(failure -> Future.succeededFuture(handOver(passage, failure)))
                .onComplete(done -> limits.leave());
    }

    private Future<Admission> admit(Passage passage) {
        Contact contact = passage.contact();
        boolean mayBeNew = limits.newContacts(passage.tenant().config()).hasRoom();
        Message message = passage.message();
        Arrival arrival = new Arrival(contact, Nonce.next(), message.recordedText(), message.cut(), mayBeNew);
        return openingOf(passage)
                .map(opening -> store.open(arrival, openingTurn(contact, opening), passage.rules(), passage.deadline()))
                .orElseGet(() -> store.admit(arrival, passage.rules(), passage.deadline()));
    }

    private static Optional<OpeningTrigger> openingOf(Passage passage) {
        return passage.rules()
                .openingTrigger()
                .filter(trigger -> trigger.opens(passage.message().text()));
    }

    private static AgentTurn openingTurn(Contact contact, OpeningTrigger opening) {
        return new AgentTurn(
                contact, Nonce.next(), "", opening.message(), Outcome.ANSWERED, Optional.empty(), Optional.empty());
    }

    private Future<Handled> proceed(Passage passage, Admission admission) {
        passage.named(admission.conversationId());
        if (admission instanceof Refused refused) {
            return Future.succeededFuture(passage.handled(Answers.refused(passage.rules(), refused.reason())));
        }
        if (admission instanceof Opened opened) {
            countNewContact(passage, opened.isNew());
            String text = passage.rules()
                    .openingTrigger()
                    .map(OpeningTrigger::message)
                    .orElseThrow();
            return Future.succeededFuture(passage.handled(Answers.opened(passage.rules(), text, opened.count())));
        }
        Admitted admitted = (Admitted) admission;
        countNewContact(passage, admitted.isNew());
        return Judge.decide(passage, admitted).compose(verdict -> settle(passage, admitted, verdict));
    }

    private void countNewContact(Passage passage, boolean isNew) {
        if (isNew) {
            limits.newContacts(passage.tenant().config()).tryTake();
        }
    }

    /** The agent's turn is recorded before the answer leaves; an answer whose turn is not kept does not leave. */
    private Future<Handled> settle(Passage passage, Admitted admitted, Verdict verdict) {
        verdict.failure().ifPresent(passage::failed);
        return store.settle(verdict.agentTurn(passage.contact(), admitted.turnId()))
                .map(settled -> passage.handled(Answers.of(passage.rules(), admitted.count(), verdict)));
    }

    private static Handled handOver(Passage passage, Throwable failure) {
        passage.failed(
                failure instanceof TurngateException expected
                        ? expected
                        : new TurngateException(Kind.UNEXPECTED, "an unexpected failure", failure));
        return passage.handled(Answers.refused(passage.rules(), Reason.STATE_UNAVAILABLE));
    }
}
