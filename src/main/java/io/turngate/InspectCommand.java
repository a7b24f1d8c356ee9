package io.turngate;

import io.turngate.config.TenantConfig;
import io.turngate.conversation.NeutralNotes;
import io.turngate.core.Contact;
import io.turngate.ops.ContactReport;
import io.turngate.ops.PromptReport;
import io.turngate.runner.RunnerRequest;
import io.turngate.runner.RunnerRequest.Addressee;
import io.turngate.runner.model.Prompt;
import io.turngate.runner.prompt.PromptBuilder;
import io.turngate.store.ContactLedger;
import io.turngate.store.ContactView;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code turngate inspect}: a contact as an operator needs it, or what a model would be sent for their next message. */
@Command(
        name = "inspect",
        description =
                "Shows a contact: the count of the stretch, when the cap resets, what the runner would be given now.")
final class InspectCommand extends OperatorCommand {

    @Option(names = "--json", description = "For scripts.")
    private boolean json;

    @Option(
            names = "--prompt",
            description = "Shows what a model would be sent for the contact's next message instead.")
    private boolean prompt;

    @Option(names = "--message", paramLabel = "<text>", description = "That message.", defaultValue = "Hello")
    private String message = "";

    @Override
    void check(TenantConfig config) {
        super.check(config);
        if (prompt && config.runner().model().isEmpty()) {
            throw new StartFailure("tenant " + tenant() + " has no model: nothing is sent to one");
        }
    }

    @Override
    Future<Integer> run(ContactLedger ledger, Contact asked, TenantConfig config) {
        return ledger.find(asked, config.rules()).map(found -> print(asked, found, config));
    }

    private int print(Contact asked, Optional<ContactView> found, TenantConfig config) {
        if (found.isEmpty()) {
            return unknown();
        }
        if (prompt) {
            PromptReport report = new PromptReport(prompt(found.get(), config));
            print(json ? report.toJson().encodePrettily() + System.lineSeparator() : report.toText());
        } else {
            ContactReport report = new ContactReport(asked, found.get(), config.rules());
            print(json ? report.toJson().encodePrettily() + System.lineSeparator() : report.toText());
        }
        return Main.FINE;
    }

    /** Name and locale come with a request, and nothing keeps them. */
    private Prompt prompt(ContactView view, TenantConfig config) {
        Addressee addressee = new Addressee(Optional.empty(), Optional.empty(), config.channel());
        RunnerRequest request =
                new RunnerRequest(NeutralNotes.in(view.history()), List.of(message), addressee, view.nowMillis());
        return new PromptBuilder(config.briefing(), config.rules().showAges()).build(request);
    }

    private void print(String text) {
        out().print(text);
        out().flush();
    }
}
