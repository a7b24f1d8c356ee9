package io.turngate.reload;

import io.turngate.config.ConfigException;
import io.turngate.config.Problem;
import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfigParser;
import io.turngate.config.TenantFolder;
import io.turngate.conversation.Tenant;
import io.turngate.core.TenantId;
import io.turngate.reload.TenantState.Serving;
import io.turngate.runner.Runner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what a tenant's folder becomes: in force, refused or removed, whole or not at all. Blocks for the secrets' files;
 * used by one thread at a time.
 */
final class TenantJudge {

    private static final Logger LOG = LoggerFactory.getLogger(TenantJudge.class);

    private final TenantConfigParser parser;
    private final Function<TenantConfig, Runner> runners;
    private final CurrentTenants current;
    private final ReloadListener listener;
    private final Map<TenantId, String> judgedDigests = new HashMap<>();
    private List<Problem> misnamed = List.of();

    TenantJudge(
            TenantConfigParser parser,
            Function<TenantConfig, Runner> runners,
            CurrentTenants current,
            ReloadListener listener) {
        this.parser = parser;
        this.runners = runners;
        this.current = current;
        this.listener = listener;
    }

    /** Those that are on disk or known. */
    Set<TenantId> candidates(TenantsOnDisk disk) {
        Set<TenantId> candidates = new HashSet<>(disk.ids());
        candidates.addAll(current.all().keySet());
        return candidates;
    }

    /** Whether what is on disk is not what was judged last. */
    boolean isNew(TenantId id, TenantsOnDisk disk) {
        return !disk.find(id).map(TenantFolder::digest).equals(Optional.ofNullable(judgedDigests.get(id)));
    }

    /** Whether a secret's file that was missing may make it good, although the folder is the same. */
    boolean isRefused(TenantId id) {
        return CurrentTenants.refusalOf(current.find(id)).isPresent();
    }

    /** Judges what is on disk, makes it so and tells of it. */
    ReloadResult judge(TenantId id, TenantsOnDisk disk) {
        ReloadResult result = apply(id, disk);
        tell(id, result);
        return result;
    }

    /** Judges the same contents once more; tells only if the result is another one. */
    ReloadResult judgeAgain(TenantId id, TenantsOnDisk disk) {
        TenantState before = current.find(id);
        ReloadResult result = apply(id, disk);
        if (!before.equals(current.find(id))) {
            tell(id, result);
        }
        return result;
    }

    /** Keeps what is in force, without a judgement of what is on disk, and tells of it. */
    ReloadResult refuse(TenantId id, List<Problem> problems) {
        ReloadResult result = keep(id, problems);
        tell(id, result);
        return result;
    }

    /** Logs folders whose name cannot be a tenant's, once. */
    void noteMisnamed(List<Problem> problems) {
        if (!problems.equals(misnamed)) {
            misnamed = problems;
            problems.forEach(problem -> LOG.error("not served: {}", problem));
        }
    }

    private ReloadResult apply(TenantId id, TenantsOnDisk disk) {
        Optional<TenantFolder> folder = disk.find(id);
        if (folder.isEmpty()) {
            judgedDigests.remove(id);
            current.remove(id);
            return ReloadResult.REMOVED;
        }
        judgedDigests.put(id, folder.get().digest());
        try {
            return take(parser.parse(folder.get()));
        } catch (ConfigException e) {
            return keep(id, e.problems());
        } catch (RuntimeException e) {
            String what = "the runner cannot be made from it (" + e.getClass().getSimpleName() + ")";
            List<Problem> problems = List.of(new Problem("tenants/" + id, "", what));
            if (!isRefusedFor(id, problems)) {
                LOG.error("tenant {}: the runner cannot be made", id, e);
            }
            return keep(id, problems);
        }
    }

    private ReloadResult keep(TenantId id, List<Problem> problems) {
        current.refuse(id, problems);
        return ReloadResult.refused(problems);
    }

    private boolean isRefusedFor(TenantId id, List<Problem> problems) {
        return CurrentTenants.refusalOf(current.find(id))
                .filter(refusal -> refusal.problems().equals(problems))
                .isPresent();
    }

    private ReloadResult take(TenantConfig config) {
        if (current.find(config.id()) instanceof Serving serving
                && isSame(serving.tenant().config(), config)) {
            current.confirm(config.id());
            return ReloadResult.UNCHANGED;
        }
        current.serve(new Tenant(config, runners.apply(config)));
        return ReloadResult.LOADED;
    }

    private void tell(TenantId id, ReloadResult result) {
        String version = current.find(id) instanceof Serving serving
                ? serving.tenant().config().version()
                : "none";
        switch (result.kind()) {
            case LOADED -> LOG.info("tenant {}: loaded, version {} is in force", id, version);
            case UNCHANGED -> LOG.info("tenant {}: version {} is on disk and in force", id, version);
            case REMOVED -> LOG.info("tenant {}: its folder is gone, it is no longer served", id);
            case REFUSED ->
                result.problems()
                        .forEach(problem -> LOG.error(
                                "tenant {}: what is on disk is refused, version in force stays {}: {}",
                                id,
                                version,
                                problem));
        }
        listener.reloaded(id, result);
    }

    /** A version covers the folder's files; the secrets that they refer to can change without them. */
    private static boolean isSame(TenantConfig old, TenantConfig config) {
        return old.version().equals(config.version()) && old.allSecrets().equals(config.allSecrets());
    }
}
