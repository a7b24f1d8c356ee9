package io.turngate.outbox;

import io.turngate.config.Secret;
import io.turngate.config.TenantConfig;
import io.turngate.core.TenantId;
import io.turngate.manychat.api.ApiAnswer;
import io.turngate.manychat.api.ManyChatApi;
import io.turngate.manychat.api.ManyChatApi.Account;
import io.turngate.store.Pace;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/**
 * Calls ManyChat no faster than it allows, and tells the listener and the watch of keys what came of it. Belongs to one event
 * loop.
 */
final class PacedApi {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Vertx vertx;
    private final ManyChatApi api;
    private final Pace pace;
    private final KeyWatch keys;
    private final PushListener listener;
    private final Map<Line, Long> nextNanos = new HashMap<>();

    /** Calls of one kind to one tenant's account. */
    private record Line(TenantId tenant, PacedCall call) {}

    PacedApi(Vertx vertx, ManyChatApi api, Pace pace, KeyWatch keys, PushListener listener) {
        this.vertx = vertx;
        this.api = api;
        this.pace = pace;
        this.keys = keys;
        this.listener = listener;
    }

    /** Waits for the call's turn; where that is too far away it gives at once how far, and there is no turn. */
    Future<Optional<Duration>> turn(TenantConfig tenant, PacedCall call) {
        return call.reserve(pace, key(tenant)).compose(slot -> {
            if (!slot.isReserved()) {
                return Future.succeededFuture(Optional.of(slot.delay()));
            }
            return pause(slot.delay()).map(Optional.empty());
        });
    }

    /** A slot that was reached late lies close to the next one: how long to wait still. */
    private Duration spacing(TenantConfig tenant, PacedCall call) {
        long now = System.nanoTime();
        Line line = new Line(tenant.id(), call);
        long mine = Math.max(now, nextNanos.getOrDefault(line, now));
        nextNanos.put(line, mine + call.shortestGap().toNanos());
        return Duration.ofNanos(mine - now);
    }

    /** Makes a call whose turn it is. Fails only if the pace cannot be kept, because Redis is away. */
    Future<ApiAnswer> call(
            TenantConfig tenant, PacedCall call, BiFunction<ManyChatApi, Account, Future<ApiAnswer>> wanted) {
        Account account = new Account(tenant.manyChat().baseUrl(), key(tenant));
        // Only here: what lies between a turn and its call, such as a command to Redis, may take its time too.
        return pause(spacing(tenant, call))
                .compose(inTime -> wanted.apply(api, account))
                .compose(answer -> {
                    listener.called(tenant.id(), call, answer.kind());
                    if (answer.kind() == ApiAnswer.Kind.WRONG_KEY) {
                        keys.wrong(tenant);
                    }
                    // That the others cannot be told to slow down does not change what became of this call.
                    return answer.kind() == ApiAnswer.Kind.TOO_FAST
                            ? call.slowDown(pace, key(tenant)).otherwiseEmpty().map(answer)
                            : Future.succeededFuture(answer);
                });
    }

    /** Asks whether the key is right, if it is time to. */
    Future<Void> checkKey(TenantConfig tenant) {
        return turn(tenant, PacedCall.GET_INFO)
                .compose(tooFar -> tooFar.isPresent()
                        ? Future.succeededFuture()
                        : call(tenant, PacedCall.GET_INFO, ManyChatApi::checkKey)
                                .onSuccess(answer -> {
                                    if (answer.isAccepted()) {
                                        keys.right(tenant);
                                    }
                                })
                                .mapEmpty());
    }

    /** Asks for the id of the field that holds tokens, if it is time to; empty if that was not to be learnt now. */
    Future<Optional<Long>> findTokenField(TenantConfig tenant) {
        Account account = new Account(tenant.manyChat().baseUrl(), key(tenant));
        return turn(tenant, PacedCall.GET_INFO)
                .compose(tooFar -> tooFar.isPresent()
                        ? Future.succeededFuture(Optional.empty())
                        : api.findCustomFieldId(account, tenant.binding().tokenField()));
    }

    Future<Void> pause(Duration length) {
        long millis = (length.toNanos() + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI;
        return millis <= 0
                ? Future.succeededFuture()
                : vertx.timer(millis, TimeUnit.MILLISECONDS).mapEmpty();
    }

    private static Secret key(TenantConfig tenant) {
        return tenant.manyChat().apiToken().orElseThrow();
    }
}
