package io.turngate;

import io.turngate.config.TenantConfig;
import io.turngate.core.Contact;
import io.turngate.store.ContactLedger;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code turngate reset}: an operator starts a contact's cap again. */
@Command(name = "reset", description = "Starts a contact's turn cap again now; the history stays.")
final class ResetCommand extends OperatorCommand {

    @Override
    Future<Integer> run(ContactLedger ledger, Contact asked, TenantConfig config) {
        return ledger.resetCap(asked).map(this::print);
    }

    private int print(Optional<Long> at) {
        if (at.isEmpty()) {
            return unknown();
        }
        out().println("the cap starts again, from " + Instant.ofEpochMilli(at.get()) + "; the history stays");
        out().flush();
        return Main.FINE;
    }
}
