package io.turngate.conversation;

import io.turngate.conversation.TenantLimits.Shed;
import io.turngate.core.Contact;
import io.turngate.core.Deadline;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.rules.OpeningTrigger;
import io.turngate.store.Admission;
import io.turngate.store.Admission.Busy;
import io.turngate.store.Admission.Duplicate;
import io.turngate.store.Admission.Opened;
import io.turngate.store.Admission.Refused;
import io.turngate.store.Admission.Running;
import io.turngate.store.Admission.Unbound;
import io.turngate.store.Admission.Waiting;
import io.turngate.store.AgentTurn;
import io.turngate.store.Arrival;
import io.turngate.store.ConversationStore;
import io.turngate.store.Marks;
import io.turngate.store.Settlement;
import io.turngate.store.Settlement.Carriage;
import io.turngate.store.Terms;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * One message's way: known again or new, admitted to its contact's lane, counted, judged by the rules, answered by the
 * runner where they allow it, settled. It always ends in an answer: whatever goes wrong hands the contact to a person.
 * Belongs to one event loop.
 */
public final class MessageService {

    private final ConversationStore store;
    private final Shared shared;
    private final Lanes lanes;
    private final Duplicates duplicates;
    private final UnboundMessages unbound;
    private final LongSupplier lagMillis;

    /**
     * What all event loops of a gateway have in common.
     *
     * @param limits what the gateway lets through
     * @param lanes its part in lanes
     * @param listener hears what happens in them
     * @param pushes what brings words to ManyChat
     * @param runs how long a run may take
     */
    public record Shared(TenantLimits limits, LocalLanes lanes, LaneListener listener, Pushes pushes, RunLimits runs) {}

    /** @param lagMillis how late the event loop is */
    public MessageService(Vertx vertx, ConversationStore store, Shared shared, LongSupplier lagMillis) {
        this.store = store;
        this.lagMillis = lagMillis;
        this.shared = shared;
        this.lanes = new Lanes(vertx, store, shared);
        this.duplicates = new Duplicates(vertx, store, shared.lanes(), shared.listener());
        this.unbound = new UnboundMessages(store);
    }

    /**
     * Handles a message.
     *
     * @param tenant the snapshot that judges it
     * @param message what the contact wrote
     * @param deadline when the caller stops waiting
     * @param caller who waits
     * @return never fails
     */
    public Future<Handled> handle(Tenant tenant, Message message, Deadline deadline, Caller caller) {
        TenantLimits limits = shared.limits();
        Optional<Shed> shed = limits.enter(tenant.config(), lagMillis.getAsLong());
        if (shed.isPresent()) {
            shared.listener().shed(tenant.config().id(), shed.get());
            Answer refused = Answers.refused(tenant.rules(), Reason.OVERLOAD);
            return Future.succeededFuture(new Handled(refused, "", Optional.empty()));
        }
        Passage passage = new Passage(tenant, message, deadline, caller);
        shared.lanes().enter(passage);
        Terms terms = lanes.terms(passage);
        Future.<Void>succeededFuture()
                .compose(entered -> admit(passage, terms))
                .map(admission -> proceed(passage, admission, terms))
                .onFailure(failure -> handOver(passage, Failures.known(failure)));
        return passage.answer().map(passage::handled).onComplete(done -> {
            shared.lanes().exit(passage);
            limits.leave();
        });
    }

    private void handOver(Passage passage, TurngateException failure) {
        passage.failed(failure);
        passage.answered(Answers.refused(passage.rules(), Reason.STATE_UNAVAILABLE));
        if (failure.kind() != Kind.STATE_OFFLINE) {
            lanes.abandon(passage);
        }
    }

    private Future<Admission> admit(Passage passage, Terms terms) {
        Message message = passage.message();
        Arrival arrival = new Arrival(
                passage.contact(),
                passage.nonce(),
                message.recordedText(),
                message.cut(),
                message.media().name(),
                passage.fingerprints(),
                shared.limits().newContacts(passage.tenant().config()).hasRoom(),
                passage.channel(),
                passage.proof());
        return passage.rules()
                .openingTrigger()
                .filter(trigger -> trigger.opens(message.text()))
                .map(opening -> store.open(arrival, openingTurn(passage.contact(), opening), terms, passage.deadline()))
                .orElseGet(() -> store.admit(arrival, terms, passage.deadline()));
    }

    private static AgentTurn openingTurn(Contact contact, OpeningTrigger opening) {
        return new AgentTurn(
                contact, "", "", List.of(opening.message()), Outcome.ANSWERED, Optional.empty(), Optional.empty());
    }

    private Admission proceed(Passage passage, Admission admission, Terms terms) {
        passage.named(admission.conversationId());
        takeNote(passage, admission.marks());
        if (admission instanceof Running running) {
            lanes.run(running.run(), passage, terms);
        } else if (admission instanceof Waiting waiting) {
            shared.listener().waited();
            lanes.await(passage, waiting.holder());
        } else if (admission instanceof Duplicate duplicate) {
            duplicates.answer(passage, duplicate);
        } else if (admission instanceof Unbound stranger) {
            unbound.answer(passage, stranger, terms);
        } else if (admission instanceof Opened opened) {
            String text = passage.rules()
                    .openingTrigger()
                    .map(OpeningTrigger::message)
                    .orElseThrow();
            passage.answered(Answers.opened(passage.rules(), text, opened.count()));
        } else if (admission instanceof Busy busy) {
            settleBusy(passage, busy, terms);
        } else if (admission instanceof Refused refused) {
            passage.answered(Answers.refused(passage.rules(), refused.reason()));
        }
        return admission;
    }

    private void takeNote(Passage passage, Marks marks) {
        passage.bound(marks.isBound());
        if (marks.isNew()) {
            shared.limits().newContacts(passage.tenant().config()).tryTake();
        }
        if (marks.wantsToken()) {
            lanes.wantToken(passage.contact());
        }
    }

    /** The lane is full: nothing runs for this message, but its hand-over is recorded like any other. */
    private void settleBusy(Passage passage, Busy busy, Terms terms) {
        Verdict verdict = Verdict.escalated(passage.rules(), Reason.BUSY);
        AgentTurn turn = verdict.agentTurn(passage.contact(), busy.turnId());
        Settlement settlement = new Settlement(
                passage.contact(), Optional.empty(), List.of(turn), Map.of(), Carriage.ANSWERED, Optional.empty());
        store.settle(settlement, terms, passage.deadline())
                .onSuccess(settled -> passage.answered(Answers.of(passage.rules(), busy.count(), verdict)))
                .onFailure(failure -> {
                    passage.failed(Failures.known(failure));
                    passage.answered(Answers.refused(passage.rules(), Reason.STATE_UNAVAILABLE));
                });
    }
}
