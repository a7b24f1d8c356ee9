package io.turngate.http;

import io.turngate.conversation.Tenant;
import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.TenantId;
import io.turngate.ops.ContactReport;
import io.turngate.reload.CurrentTenants;
import io.turngate.reload.TenantState.Serving;
import io.turngate.store.ContactLedger;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Shows one contact as an operator needs it. */
final class ContactHandler implements Handler<RoutingContext> {

    private final CurrentTenants tenants;
    private final ContactLedger ledger;

    ContactHandler(CurrentTenants tenants, ContactLedger ledger) {
        this.tenants = tenants;
        this.ledger = ledger;
    }

    @Override
    public void handle(RoutingContext context) {
        Tenant tenant = tenant(context.pathParam("tenant"));
        Contact contact = new Contact(tenant.config().id(), contactId(context.pathParam("contact")));
        ledger.find(contact, tenant.rules())
                .onSuccess(found -> found.ifPresentOrElse(
                        view -> Replies.json(context, 200, new ContactReport(contact, view, tenant.rules()).toJson()),
                        () -> context.fail(Failures.notFound("this contact never wrote"))))
                .onFailure(context::fail);
    }

    private Tenant tenant(String name) {
        if (TenantId.isValid(name) && tenants.find(new TenantId(name)) instanceof Serving serving) {
            return serving.tenant();
        }
        throw Failures.notFound("no such tenant is served");
    }

    private static ContactId contactId(String id) {
        if (id.isEmpty() || id.length() > ContactId.MAX_LENGTH) {
            throw Failures.badRequest("a contact id has 1 to " + ContactId.MAX_LENGTH + " characters");
        }
        return new ContactId(id);
    }
}
