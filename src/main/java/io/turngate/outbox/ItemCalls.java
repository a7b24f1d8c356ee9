package io.turngate.outbox;

import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfig.Handoff;
import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.manychat.Bubbles;
import io.turngate.manychat.api.ApiAnswer;
import io.vertx.core.Future;
import java.util.Optional;

/** Makes the call of an item that comes next. */
final class ItemCalls {

    private static final ApiAnswer NOT_ASKED_FOR = new ApiAnswer(ApiAnswer.Kind.ACCEPTED, "");

    private final PacedApi api;

    ItemCalls(PacedApi api) {
        this.api = api;
    }

    /** The kind of call that comes next for an item that is not done. */
    static PacedCall next(PendingItem item) {
        if (!item.texts().isEmpty()) {
            return PacedCall.SEND_CONTENT;
        }
        return switch (item.steps().get(0)) {
            case REMOVE_TAG, ADD_TAG -> PacedCall.TAG;
            case FIELD, LINK -> PacedCall.SET_FIELD;
            case FLOW -> PacedCall.SEND_FLOW;
        };
    }

    Future<ApiAnswer> make(TenantConfig tenant, Contact contact, PendingItem item) {
        ContactId id = contact.id();
        Handoff handoff = tenant.handoff();
        if (!item.texts().isEmpty()) {
            var block = Bubbles.content(item.texts().get(0), item.channel(tenant));
            return api.call(
                    tenant, PacedCall.SEND_CONTENT, (manyChat, account) -> manyChat.sendContent(account, id, block));
        }
        return switch (item.steps().get(0)) {
            case REMOVE_TAG ->
                api.call(tenant, PacedCall.TAG, (manyChat, account) -> manyChat.removeTag(account, id, handoff.tag()));
            case ADD_TAG ->
                api.call(tenant, PacedCall.TAG, (manyChat, account) -> manyChat.addTag(account, id, handoff.tag()));
            case FIELD -> set(tenant, id, handoff.field(), item.reason());
            case LINK -> set(tenant, id, handoff.linkField(), item.link());
            case FLOW ->
                handoff.flow()
                        .map(flow -> api.call(
                                tenant,
                                PacedCall.SEND_FLOW,
                                (manyChat, account) -> manyChat.sendFlow(account, id, flow)))
                        .orElseGet(() -> Future.succeededFuture(NOT_ASKED_FOR));
        };
    }

    /** What the tenant no longer asks for is as good as done. */
    private Future<ApiAnswer> set(TenantConfig tenant, ContactId id, Optional<String> field, Optional<String> value) {
        if (field.isEmpty() || value.isEmpty()) {
            return Future.succeededFuture(NOT_ASKED_FOR);
        }
        return api.call(
                tenant,
                PacedCall.SET_FIELD,
                (manyChat, account) -> manyChat.setCustomField(account, id, field.get(), value.get()));
    }
}
