package io.turngate;

import io.turngate.config.TenantConfig;
import io.turngate.manychat.api.HttpManyChatApi;
import io.turngate.outbox.TokenBackfill;
import io.turngate.outbox.TokenBackfill.Count;
import io.vertx.core.Future;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code turngate tokens backfill}: a token for every contact that wrote lately and has none. */
@Command(
        name = "backfill",
        description = {
            "Gives a token to every contact that wrote within historyDays and has none.",
            "Can be ended and begun anew at any time. Exit status 0: all have one; 1: some have not."
        })
final class TokensBackfillCommand extends TenantCommand {

    /** Ten thousand contacts take twenty minutes. */
    private static final Duration LIMIT = Duration.ofDays(2);

    private static final long LINE_NANOS = Duration.ofSeconds(5).toNanos();

    @Option(names = "--check", description = "Only counts who has none.")
    private boolean check;

    private final boolean isTerminal = System.console() != null && System.getenv("NO_COLOR") == null;
    private long toldNanos = System.nanoTime() - LINE_NANOS;

    @Override
    Duration limit() {
        return LIMIT;
    }

    @Override
    void check(TenantConfig config) {
        if (!config.hasApiToken() || config.binding().mode() != TenantConfig.Binding.Mode.TOKEN) {
            throw new StartFailure(
                    "tenant " + tenant() + " is not bound by tokens: expected binding token and manychat.apiToken");
        }
    }

    @Override
    Future<Integer> run(Desk desk) {
        HttpManyChatApi api = new HttpManyChatApi(desk.vertx(), HttpManyChatApi.DEFAULT_LIMIT);
        TokenBackfill backfill = new TokenBackfill(
                desk.vertx(), desk.stores().outbox(), api, new DeafPushListener(), desk.config(), this::progress);
        Future<Count> done = check ? backfill.count() : backfill.run();
        return done.map(this::result).eventually(api::close);
    }

    /** On a terminal one line that changes, elsewhere one now and then. */
    private void progress(Count count) {
        long now = System.nanoTime();
        if (isTerminal) {
            out().print("\r" + line(count));
        } else if (now - toldNanos >= LINE_NANOS) {
            out().println(line(count));
        }
        toldNanos = now;
        out().flush();
    }

    private int result(Count count) {
        out().println((isTerminal ? "\r" : "") + line(count));
        out().flush();
        return count.given() == count.found() ? Main.FINE : Main.NO;
    }

    private String line(Count count) {
        String without = count.found() + " without a token";
        return check ? without : without + ", " + count.given() + " given one, " + count.failed() + " could not be";
    }
}
