package io.turngate.config;

import io.turngate.core.TenantId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks a whole conf/ without starting anything. */
public final class ConfigCheck {

    private ConfigCheck() {}

    /**
     * Everything that is wrong with gateway.json and every tenant, in a stable order; empty if nothing is. Blocks.
     *
     * @param confDir the folder that holds gateway.json and tenants/
     * @param environment overrides and secrets
     * @param providers the runners that can be chosen
     */
    public static List<Problem> check(Path confDir, Map<String, String> environment, Set<String> providers) {
        List<Problem> problems = new ArrayList<>();
        collect(
                problems,
                () -> new GatewayConfigParser(confDir, environment)
                        .parse(SourceFile.read(confDir.resolve(GatewayConfigParser.FILE))));
        TenantListing listing;
        try {
            listing = TenantListing.read(confDir);
        } catch (IOException e) {
            problems.add(new Problem(
                    TenantFolder.PARENT,
                    "",
                    "is missing or cannot be read: expected a folder with one folder a tenant"));
            return List.copyOf(problems);
        }
        problems.addAll(listing.problems());
        if (listing.tenants().isEmpty()) {
            problems.add(new Problem(TenantFolder.PARENT, "", "holds no tenant: expected one folder a tenant"));
        }
        TenantConfigParser parser = new TenantConfigParser(environment, providers);
        for (TenantId id : listing.tenants()) {
            collect(problems, () -> parser.parse(TenantFolder.read(confDir, id)));
        }
        return List.copyOf(problems);
    }

    private static void collect(List<Problem> problems, Runnable parsing) {
        try {
            parsing.run();
        } catch (ConfigException e) {
            problems.addAll(e.problems());
        }
    }
}
