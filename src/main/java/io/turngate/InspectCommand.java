package io.turngate;

import io.turngate.config.TenantConfig;
import io.turngate.core.Contact;
import io.turngate.ops.ContactReport;
import io.turngate.store.ContactLedger;
import io.turngate.store.ContactView;
import io.vertx.core.Future;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code turngate inspect}: a contact as an operator needs it. */
@Command(
        name = "inspect",
        description =
                "Shows a contact: the count of the stretch, when the cap resets, what the runner would be given now.")
final class InspectCommand extends OperatorCommand {

    @Option(names = "--json", description = "For scripts.")
    private boolean json;

    @Override
    Future<Integer> run(ContactLedger ledger, Contact asked, TenantConfig config) {
        return ledger.find(asked, config.rules()).map(found -> print(asked, found, config));
    }

    private int print(Contact asked, Optional<ContactView> found, TenantConfig config) {
        if (found.isEmpty()) {
            return unknown();
        }
        ContactReport report = new ContactReport(asked, found.get(), config.rules());
        out().print(json ? report.toJson().encodePrettily() + System.lineSeparator() : report.toText());
        out().flush();
        return Main.FINE;
    }
}
