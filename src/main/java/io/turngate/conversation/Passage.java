package io.turngate.conversation;

import io.turngate.core.Contact;
import io.turngate.core.Deadline;
import io.turngate.core.TurngateException;
import io.turngate.rules.Rules;
import java.util.Optional;

/** One message on its way, with what was learnt of it so far. */
final class Passage {

    private final Tenant tenant;
    private final Message message;
    private final Deadline deadline;
    private String conversationId = "";
    private Optional<TurngateException> failure = Optional.empty();

    Passage(Tenant tenant, Message message, Deadline deadline) {
        this.tenant = tenant;
        this.message = message;
        this.deadline = deadline;
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

    void named(String id) {
        conversationId = id;
    }

    void failed(TurngateException cause) {
        failure = Optional.of(cause);
    }

    Handled handled(Answer answer) {
        return new Handled(answer, conversationId, failure);
    }
}
