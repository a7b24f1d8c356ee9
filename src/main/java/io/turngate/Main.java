package io.turngate;

import io.turngate.config.ConfigException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line. Exit status 0 fine, 1 the answer is no, 2 cannot start or not understood. */
@Command(
        name = "turngate",
        description = "A gateway between ManyChat and an AI model.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        scope = ScopeType.INHERIT,
        subcommands = {
            DemoCommand.class,
            ServeCommand.class,
            CheckCommand.class,
            InspectCommand.class,
            ResetCommand.class,
            OutboxCommand.class,
            TokensCommand.class,
            EmulatorCommand.class,
            EvalCommand.class
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:fine", "1:the answer is no", "2:cannot start, or the command line is not understood"})
public final class Main implements Runnable {

    static final int FINE = 0;
    static final int NO = 1;
    static final int CANNOT_START = 2;

    @Spec
    private @Nullable CommandSpec spec;

    private Main() {}

    public static void main(String[] args) {
        int status = commandLine().execute(args);
        if (status != FINE) {
            System.exit(status);
        }
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setExitCodeExceptionMapper(failure -> CANNOT_START)
                .setExecutionExceptionHandler((failure, line, result) -> {
                    explain(failure).forEach(text -> line.getErr().println("turngate: " + text));
                    return CANNOT_START;
                });
    }

    /** One line for each thing that stands in the way; a defect shows its kind, never a stack trace. */
    private static List<String> explain(Exception failure) {
        if (failure instanceof StartFailure start) {
            return start.lines();
        }
        if (failure instanceof ConfigException config) {
            return config.problems().stream().map(Object::toString).toList();
        }
        String text = failure.getMessage();
        return List.of(text == null ? failure.toString() : text);
    }

    /** Without a command there is only help to give. */
    @Override
    public void run() {
        if (spec != null) {
            throw new CommandLine.ParameterException(spec.commandLine(), "a command is expected");
        }
    }

    /** The version of the jar. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"turngate " + (version == null ? "(built from source)" : version)};
        }
    }
}
