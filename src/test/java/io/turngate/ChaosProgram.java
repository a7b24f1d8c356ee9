package io.turngate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A chaos run by itself: {@code <seconds> <seed> <contacts> <messages a second> [<file for the figures>]}. Exit status 0:
 * nothing was wrong; 1: something was; 2: it could not run.
 */
public final class ChaosProgram {

    private ChaosProgram() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    private static int run(String... args) {
        try {
            ChaosPlan plan = new ChaosPlan(
                    Integer.parseInt(args[0]),
                    Long.parseLong(args[1]),
                    Integer.parseInt(args[2]),
                    Integer.parseInt(args[3]));
            ChaosReport report = ChaosRun.run(plan, System.out::println);
            report.lines().forEach(System.out::println);
            if (args.length > 4) {
                Files.writeString(Path.of(args[4]), report.json().encodePrettily() + "\n");
            }
            return report.isClean() ? 0 : 1;
        } catch (IOException | RuntimeException e) {
            System.err.println("chaos: " + e);
            return 2;
        }
    }
}
