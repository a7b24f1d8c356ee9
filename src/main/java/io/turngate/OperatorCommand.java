package io.turngate;

import io.turngate.config.GatewayConfig;
import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfigParser;
import io.turngate.config.TenantFolder;
import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.TenantId;
import io.turngate.core.TurngateException;
import io.turngate.store.ContactLedger;
import io.turngate.store.Stores;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What the commands about one contact have in common: the tenant's configuration and its Redis. */
abstract class OperatorCommand implements Callable<Integer> {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Mixin
    private final ConfOption conf = new ConfOption();

    @Parameters(index = "0", paramLabel = "<tenant>", description = "The tenant's folder name.")
    private String tenant = "";

    @Parameters(index = "1", paramLabel = "<contact>", description = "The contact's id in ManyChat.")
    private String contact = "";

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        Path folder = conf.folder();
        Vertx vertx = PlainVertx.create();
        try {
            GatewayConfig gateway = ConfOption.load(vertx, folder, DemoCommand.environment(folder));
            TenantConfig config = tenantConfig(folder);
            try (RedisHandle redis = RedisHandle.join(gateway.redis())) {
                return on(vertx, redis, ledger -> run(ledger, contact(), config));
            }
        } finally {
            Blocking.await(vertx.close(), LIMIT);
        }
    }

    /** The command itself; the future is its exit status. */
    abstract Future<Integer> run(ContactLedger ledger, Contact asked, TenantConfig config);

    PrintWriter out() {
        return Objects.requireNonNull(spec).commandLine().getOut();
    }

    /** Says that the contact is not there. */
    int unknown() {
        Objects.requireNonNull(spec)
                .commandLine()
                .getErr()
                .println("turngate: tenant " + tenant + " has no contact " + contact);
        return Main.NO;
    }

    private Contact contact() {
        if (contact.isEmpty() || contact.length() > ContactId.MAX_LENGTH) {
            throw new StartFailure("a contact id has 1 to " + ContactId.MAX_LENGTH + " characters");
        }
        return new Contact(new TenantId(tenant), new ContactId(contact));
    }

    private TenantConfig tenantConfig(Path folder) {
        if (!TenantId.isValid(tenant)) {
            throw new StartFailure("not a tenant name: expected [a-z0-9-]{1,40}");
        }
        return new TenantConfigParser(DemoCommand.environment(folder), Gateway.PROVIDERS)
                .parse(TenantFolder.read(folder, new TenantId(tenant)));
    }

    private static <T> T on(Vertx vertx, RedisHandle redis, Function<ContactLedger, Future<T>> work) {
        Promise<T> done = Promise.promise();
        Stores stores = RedisProbe.connect(vertx, redis.endpoint());
        vertx.getOrCreateContext()
                .runOnContext(start -> stores.open()
                        .compose(connected -> work.apply(stores.ledger()))
                        .eventually(stores::close)
                        .onComplete(done));
        try {
            return Blocking.await(done.future(), LIMIT);
        } catch (TurngateException e) {
            throw new StartFailure(String.valueOf(e.getMessage()));
        }
    }
}
