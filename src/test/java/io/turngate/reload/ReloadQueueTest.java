package io.turngate.reload;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.TenantId;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReloadQueueTest {

    private static final TenantId A = new TenantId("a");
    private static final TenantId B = new TenantId("b");

    private final List<ReloadScope> started = new ArrayList<>();
    private final List<Promise<Map<TenantId, ReloadResult>>> runs = new ArrayList<>();
    private final ReloadQueue queue = new ReloadQueue(scope -> {
        started.add(scope);
        Promise<Map<TenantId, ReloadResult>> run = Promise.promise();
        runs.add(run);
        return run.future();
    });

    @Test
    void oneRunsAtATimeAndTheRestIsUnitedIntoOne() {
        Future<Map<TenantId, ReloadResult>> first = queue.submit(ReloadScope.of(A));
        Future<Map<TenantId, ReloadResult>> second = queue.submit(ReloadScope.of(A));
        Future<Map<TenantId, ReloadResult>> third = queue.submit(ReloadScope.of(B));
        assertThat(started).hasSize(1);

        runs.get(0).complete(Map.of());
        assertThat(first.succeeded()).isTrue();
        assertThat(started).hasSize(2);
        assertThat(started.get(1).tenants()).isEqualTo(Set.of(A, B));
        assertThat(queue.isBusy()).isTrue();

        runs.get(1).complete(Map.of(A, ReloadResult.LOADED));
        assertThat(second.result()).containsKey(A);
        assertThat(third.result()).isSameAs(second.result());
        assertThat(queue.isBusy()).isFalse();
    }

    @Test
    void aFailedRunDoesNotHoldUpTheNext() {
        Future<Map<TenantId, ReloadResult>> first = queue.submit(ReloadScope.WATCH);
        Future<Map<TenantId, ReloadResult>> second = queue.submit(ReloadScope.ALL);

        runs.get(0).fail("broken");
        assertThat(first.failed()).isTrue();
        runs.get(1).complete(Map.of());
        assertThat(second.succeeded()).isTrue();
    }

    @Test
    void oneForAllCoversEverySingleOne() {
        assertThat(ReloadScope.of(A).with(ReloadScope.ALL).covers(B)).isTrue();
        assertThat(ReloadScope.of(A).with(ReloadScope.of(A)).covers(B)).isFalse();
    }
}
