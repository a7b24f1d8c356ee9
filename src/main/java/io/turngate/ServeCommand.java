package io.turngate;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code turngate serve}: the gateway. */
@Command(name = "serve", description = "Serves every tenant of the configuration until SIGTERM.")
final class ServeCommand implements Callable<Integer> {

    @Mixin
    private final ConfOption conf = new ConfOption();

    @Option(names = "--strict", description = "Refuse to start beside a tenant that cannot be loaded.")
    private boolean strict;

    @Override
    public Integer call() {
        ServerRun.start(conf.folder(), System.getenv(), strict);
        return Main.FINE;
    }
}
