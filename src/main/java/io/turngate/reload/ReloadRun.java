package io.turngate.reload;

import io.turngate.config.Problem;
import io.turngate.core.TenantId;
import io.turngate.reload.ReloadScope.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One reload: reads all folders, and judges a change only when a second read agrees, so that a file that is just being
 * written is never taken for what its writer meant. Reads on worker threads, one step after the other.
 */
final class ReloadRun {

    private static final long BETWEEN_READS_MILLIS = 250;

    /** Who asked waits for a writer to finish, but not for ever; the watch simply comes again. */
    private static final int MOST_READS_WHEN_ASKED = 8;

    private final Vertx vertx;
    private final Path confDir;
    private final TenantJudge judge;
    private final ReloadScope scope;

    private final Map<TenantId, ReloadResult> results = new HashMap<>();
    private final Set<TenantId> undecided = new LinkedHashSet<>();

    ReloadRun(Vertx vertx, Path confDir, TenantJudge judge, ReloadScope scope) {
        this.vertx = vertx;
        this.confDir = confDir;
        this.judge = judge;
        this.scope = scope;
    }

    /** What became of each tenant; fails if tenants/ cannot be read, and then nothing has changed. */
    Future<Map<TenantId, ReloadResult>> start() {
        return vertx.executeBlocking(this::firstRead).compose(disk -> decide(disk, 1));
    }

    private TenantsOnDisk firstRead() throws IOException {
        TenantsOnDisk disk = TenantsOnDisk.read(confDir);
        judge.noteMisnamed(disk.misnamed());
        for (TenantId id : judge.candidates(disk)) {
            if (scope.covers(id)) {
                firstLook(id, disk);
            }
        }
        return disk;
    }

    private void firstLook(TenantId id, TenantsOnDisk disk) {
        if (scope.kind() == Kind.START) {
            results.put(id, judge.judge(id, disk));
        } else if (judge.isNew(id, disk)) {
            undecided.add(id);
        } else if (scope.kind() == Kind.ASKED) {
            results.put(id, judge.judge(id, disk));
        } else if (judge.isRefused(id)) {
            results.put(id, judge.judgeAgain(id, disk));
        }
    }

    private Future<Map<TenantId, ReloadResult>> decide(TenantsOnDisk before, int reads) {
        if (undecided.isEmpty()) {
            return Future.succeededFuture(Map.copyOf(results));
        }
        if (reads > 1 && scope.kind() == Kind.WATCH) {
            return Future.succeededFuture(Map.copyOf(results));
        }
        if (reads == MOST_READS_WHEN_ASKED) {
            return vertx.executeBlocking(this::refuseUndecided);
        }
        return vertx.timer(BETWEEN_READS_MILLIS, TimeUnit.MILLISECONDS)
                .compose(elapsed -> vertx.executeBlocking(() -> nextRead(before)))
                .compose(disk -> decide(disk, reads + 1));
    }

    private TenantsOnDisk nextRead(TenantsOnDisk before) throws IOException {
        TenantsOnDisk disk = TenantsOnDisk.read(confDir);
        undecided.removeIf(id -> {
            boolean agrees = disk.agreesWith(before, id);
            if (agrees) {
                results.put(id, judge.judge(id, disk));
            }
            return agrees;
        });
        return disk;
    }

    private Map<TenantId, ReloadResult> refuseUndecided() {
        for (TenantId id : undecided) {
            Problem problem = new Problem(
                    "tenants/" + id,
                    "",
                    "is still being written: expected two reads " + BETWEEN_READS_MILLIS + " ms apart to agree");
            results.put(id, judge.refuse(id, List.of(problem)));
        }
        return Map.copyOf(results);
    }
}
