package io.turngate.config;

import io.turngate.core.TenantId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Checks a whole conf/ without starting anything. */
public final class ConfigCheck {

    private ConfigCheck() {}

    /**
     * What a configuration is like.
     *
     * @param problems everything that is wrong with gateway.json, every tenant and their evals, in a stable order; empty if
     *     nothing is
     * @param advice what to know about the tenants that are right
     */
    public record Findings(List<Problem> problems, List<Advice> advice) {

        public Findings {
            problems = List.copyOf(problems);
            advice = List.copyOf(advice);
        }
    }

    /**
     * Checks everything. Blocks.
     *
     * @param confDir the folder that holds gateway.json and tenants/
     * @param environment overrides and secrets
     * @param providers the runners that can be chosen
     */
    public static Findings check(Path confDir, Map<String, String> environment, Set<String> providers) {
        List<Problem> problems = new ArrayList<>();
        List<Advice> advice = new ArrayList<>();
        Adviser adviser = new Adviser(collect(
                problems,
                () -> new GatewayConfigParser(confDir, environment)
                        .parse(SourceFile.read(confDir.resolve(GatewayConfigParser.FILE)))));
        TenantConfigParser parser = new TenantConfigParser(environment, providers);
        EvalReader evals = new EvalReader(providers);
        for (TenantId id : tenants(confDir, problems)) {
            TenantFolder folder = TenantFolder.read(confDir, id);
            collect(problems, () -> parser.parse(folder)).ifPresent(tenant -> advice.addAll(adviser.of(tenant)));
            collect(problems, () -> evals.read(folder));
        }
        return new Findings(problems, advice);
    }

    private static List<TenantId> tenants(Path confDir, List<Problem> problems) {
        TenantListing listing;
        try {
            listing = TenantListing.read(confDir);
        } catch (IOException e) {
            problems.add(new Problem(
                    TenantFolder.PARENT,
                    "",
                    "is missing or cannot be read: expected a folder with one folder a tenant"));
            return List.of();
        }
        problems.addAll(listing.problems());
        if (listing.tenants().isEmpty()) {
            problems.add(new Problem(TenantFolder.PARENT, "", "holds no tenant: expected one folder a tenant"));
        }
        return listing.tenants();
    }

    private static <T> Optional<T> collect(List<Problem> problems, Supplier<T> parsing) {
        try {
            return Optional.of(parsing.get());
        } catch (ConfigException e) {
            problems.addAll(e.problems());
            return Optional.empty();
        }
    }
}
