package io.turngate;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code turngate tokens}: what can be done with contacts' tokens. */
@Command(name = "tokens", description = "Tokens of contacts.", subcommands = TokensBackfillCommand.class)
final class TokensCommand implements Runnable {

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                Objects.requireNonNull(spec).commandLine(), "a command is expected: backfill");
    }
}
