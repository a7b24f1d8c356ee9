package io.turngate;

import io.turngate.config.GatewayConfig;
import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfigParser;
import io.turngate.config.TenantFolder;
import io.turngate.core.TenantId;
import io.turngate.core.TurngateException;
import io.turngate.store.Stores;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What the commands about one tenant have in common: its configuration and its Redis. */
abstract class TenantCommand implements Callable<Integer> {

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

    @Mixin
    private final ConfOption conf = new ConfOption();

    @Parameters(index = "0", paramLabel = "<tenant>", description = "The tenant's folder name.")
    private String tenant = "";

    @Spec
    private @Nullable CommandSpec spec;

    /**
     * What a command works with, on the event loop of its stores.
     *
     * @param vertx whose loop it is
     * @param stores connected
     * @param config the tenant
     */
    record Desk(Vertx vertx, Stores stores, TenantConfig config) {}

    @Override
    public Integer call() {
        Path folder = conf.folder();
        Vertx vertx = PlainVertx.create();
        try {
            GatewayConfig gateway = ConfOption.load(vertx, folder, DemoCommand.environment(folder));
            TenantConfig config = tenantConfig(folder);
            check(config);
            try (RedisHandle redis = RedisHandle.join(gateway.redis())) {
                return on(vertx, redis, config);
            }
        } finally {
            Blocking.await(vertx.close(), CLOSE_LIMIT);
        }
    }

    /** The command itself; the future is its exit status. */
    abstract Future<Integer> run(Desk desk);

    /** Refuses with {@link StartFailure} what need not be begun. */
    void check(TenantConfig config) {}

    /** How long the command may take. */
    Duration limit() {
        return CLOSE_LIMIT;
    }

    String tenant() {
        return tenant;
    }

    PrintWriter out() {
        return Objects.requireNonNull(spec).commandLine().getOut();
    }

    PrintWriter err() {
        return Objects.requireNonNull(spec).commandLine().getErr();
    }

    private TenantConfig tenantConfig(Path folder) {
        if (!TenantId.isValid(tenant)) {
            throw new StartFailure("not a tenant name: expected [a-z0-9-]{1,40}");
        }
        return new TenantConfigParser(DemoCommand.environment(folder), Runners.PROVIDERS)
                .parse(TenantFolder.read(folder, new TenantId(tenant)));
    }

    private int on(Vertx vertx, RedisHandle redis, TenantConfig config) {
        Promise<Integer> done = Promise.promise();
        Stores stores = RedisProbe.connect(vertx, redis.endpoint());
        vertx.getOrCreateContext()
                .runOnContext(start -> stores.open()
                        .compose(connected -> run(new Desk(vertx, stores, config)))
                        .eventually(stores::close)
                        .onComplete(done));
        try {
            return Blocking.await(done.future(), limit());
        } catch (TurngateException e) {
            throw new StartFailure(String.valueOf(e.getMessage()));
        }
    }
}
