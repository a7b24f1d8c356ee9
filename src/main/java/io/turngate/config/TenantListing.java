package io.turngate.config;

import io.turngate.core.TenantId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The tenants that have a folder.
 *
 * @param tenants in the order of their names
 * @param problems folders whose name cannot be a tenant's
 */
public record TenantListing(List<TenantId> tenants, List<Problem> problems) {

    public TenantListing {
        tenants = List.copyOf(tenants);
        problems = List.copyOf(problems);
    }

    /**
     * Lists conf/tenants. Hidden folders are left out: that is how mounted volumes keep their versions. Blocks.
     *
     * @throws IOException if the folder is not there or cannot be read
     */
    public static TenantListing read(Path confDir) throws IOException {
        List<TenantId> tenants = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        for (String name : folderNames(confDir.resolve(TenantFolder.PARENT))) {
            if (TenantId.isValid(name)) {
                tenants.add(new TenantId(name));
            } else {
                problems.add(new Problem(
                        TenantFolder.PARENT + "/" + Wording.printable(name),
                        "",
                        "the folder's name cannot be a tenant's: expected 1 to 40 of a-z, 0-9 and -"));
            }
        }
        return new TenantListing(tenants, problems);
    }

    private static List<String> folderNames(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(Files::isDirectory)
                    .map(entry -> String.valueOf(entry.getFileName()))
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
