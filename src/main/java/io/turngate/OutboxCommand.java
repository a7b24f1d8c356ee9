package io.turngate;

import io.turngate.config.TenantConfig;
import io.turngate.core.TenantId;
import io.turngate.ops.OutboxReport;
import io.turngate.outbox.DeadLetterDesk;
import io.turngate.store.Outbox;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code turngate outbox}: what is to be delivered and what could not be. */
@Command(
        name = "outbox",
        description = {
            "Shows what is to be brought to ManyChat, and dead letters.",
            "retry puts dead letters back, drop removes them, rebuild looks for contacts that are not in the index."
        })
final class OutboxCommand extends TenantCommand {

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Pattern ID = Pattern.compile("\\d{1,20}-\\d{1,20}");

    /** What to do with the outbox. */
    enum Action {
        list,
        retry,
        drop,
        rebuild
    }

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "<action>",
            defaultValue = "list",
            description = "One of: ${COMPLETION-CANDIDATES}. Default: list.")
    private Action action = Action.list;

    @Parameters(index = "2", arity = "0..1", paramLabel = "<id>", description = "Of a dead letter.")
    private @Nullable String id;

    @Option(names = "--all", description = "Every dead letter of the tenant.")
    private boolean all;

    @Option(names = "--json", description = "For scripts.")
    private boolean json;

    @Option(names = "--texts", description = "Shows the words too.")
    private boolean texts;

    @Override
    Duration limit() {
        return LIMIT;
    }

    @Override
    void check(TenantConfig config) {
        boolean isOfLetters = action == Action.retry || action == Action.drop;
        if (isOfLetters && (id == null) != all) {
            throw new StartFailure(
                    "outbox " + tenant() + " " + action + ": expected the id of a dead letter, or --all");
        }
        if (!isOfLetters && (id != null || all)) {
            throw new StartFailure("outbox " + tenant() + " " + action + ": expected no id and no --all");
        }
        if (id != null && !ID.matcher(id).matches()) {
            throw new StartFailure("the id of a dead letter is two numbers with a dash between");
        }
    }

    @Override
    Future<Integer> run(Desk desk) {
        Outbox outbox = desk.stores().outbox();
        TenantId tenant = desk.config().id();
        return switch (action) {
            case list -> list(outbox, tenant);
            case rebuild ->
                outbox.rebuild(tenant)
                        .map(found ->
                                say(found == 1 ? "1 contact is in the index" : found + " contacts are in the index"));
            case retry -> letters(new DeadLetterDesk(outbox, tenant), true);
            case drop -> letters(new DeadLetterDesk(outbox, tenant), false);
        };
    }

    private Future<Integer> list(Outbox outbox, TenantId tenant) {
        return outbox.list(tenant)
                .compose(entries -> outbox.deadLetters()
                        .list(tenant, Optional.empty())
                        .map(dead -> {
                            OutboxReport report = new OutboxReport(entries, dead, texts);
                            out().print(
                                            json
                                                    ? report.toJson().encodePrettily() + System.lineSeparator()
                                                    : report.toText());
                            out().flush();
                            return Main.FINE;
                        }));
    }

    private Future<Integer> letters(DeadLetterDesk desk, boolean again) {
        String did = again ? " put back" : " dropped";
        String wanted = id;
        if (wanted == null) {
            Future<Integer> done = again ? desk.retryAll() : desk.dropAll();
            return done.map(count -> say(count == 1 ? "1 dead letter" + did : count + " dead letters" + did));
        }
        Future<Boolean> done = again ? desk.retry(wanted) : desk.drop(wanted);
        return done.map(was -> was ? say(wanted + did) : notThere(wanted));
    }

    private int say(String line) {
        out().println(line);
        out().flush();
        return Main.FINE;
    }

    private int notThere(String wanted) {
        err().println("turngate: tenant " + tenant() + " has no dead letter " + wanted + " that could be taken");
        return Main.NO;
    }
}
