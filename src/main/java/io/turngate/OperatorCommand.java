package io.turngate;

import io.turngate.config.TenantConfig;
import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.TenantId;
import io.turngate.store.ContactLedger;
import io.vertx.core.Future;
import picocli.CommandLine.Parameters;

/** What the commands about one contact have in common. */
abstract class OperatorCommand extends TenantCommand {

    @Parameters(index = "1", paramLabel = "<contact>", description = "The contact's id in ManyChat.")
    private String contact = "";

    @Override
    void check(TenantConfig config) {
        if (contact.isEmpty() || contact.length() > ContactId.MAX_LENGTH) {
            throw new StartFailure("a contact id has 1 to " + ContactId.MAX_LENGTH + " characters");
        }
    }

    @Override
    final Future<Integer> run(Desk desk) {
        return run(desk.stores().ledger(), new Contact(new TenantId(tenant()), new ContactId(contact)), desk.config());
    }

    /** The command itself; the future is its exit status. */
    abstract Future<Integer> run(ContactLedger ledger, Contact asked, TenantConfig config);

    /** Says that the contact is not there. */
    int unknown() {
        err().println("turngate: tenant " + tenant() + " has no contact " + contact);
        return Main.NO;
    }
}
