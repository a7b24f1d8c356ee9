package io.turngate;

import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.turngate.budget.DailyBudgets;
import io.turngate.config.GatewayConfig;
import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfigParser;
import io.turngate.conversation.LocalLanes;
import io.turngate.conversation.MessageService;
import io.turngate.conversation.RunLimits;
import io.turngate.conversation.TenantLimits;
import io.turngate.core.Contact;
import io.turngate.core.TenantId;
import io.turngate.http.ApiVerticle;
import io.turngate.http.ManagementVerticle;
import io.turngate.log.StandardOutput;
import io.turngate.ops.Metrics;
import io.turngate.ops.ModelMetrics;
import io.turngate.ops.Readiness;
import io.turngate.ops.Readiness.Phase;
import io.turngate.ops.RedisHealth;
import io.turngate.outbox.Courier;
import io.turngate.reload.CurrentTenants;
import io.turngate.reload.HangupSignal;
import io.turngate.reload.TenantState.Serving;
import io.turngate.reload.TenantsVerticle;
import io.turngate.store.Stores;
import io.turngate.store.Terms;
import io.turngate.store.redis.ContactClock;
import io.turngate.store.redis.RedisEndpoint;
import io.turngate.store.redis.RedisStores;
import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One gateway: builds every object by hand, deploys the verticles and closes them in reverse. Its methods block and are
 * for the main thread and the shutdown hook alone.
 */
final class Gateway implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
    private static final String REDIS_CLIENT = "redis";
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration CLOSE_GRACE = Duration.ofSeconds(5);

    /** For so long a stopping gateway still takes requests, each answer saying that its connection is the last. */
    private static final Duration LAME_DUCK = Duration.ofSeconds(1);

    /** This gateway's name in lanes. */
    private final String name = Long.toHexString(new SecureRandom().nextLong());

    private final Settings settings;
    private final Vertx vertx;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Metrics metrics = new Metrics(registry);
    private final CurrentTenants tenants = new CurrentTenants(InstantSource.system());
    private final RedisHealth redisHealth;
    private final Readiness readiness;
    private final Courier courier;
    private final DailyBudgets budgets = new DailyBudgets();
    private final Runners runners;
    private final List<String> deployments = new ArrayList<>();
    private int port;
    private int managementPort;

    /**
     * What a gateway is started with.
     *
     * @param confDir the folder of the configuration
     * @param config gateway.json
     * @param environment for the secrets of tenants
     * @param redis where state lives
     * @param strict whether one bad tenant keeps the process from starting
     */
    record Settings(
            Path confDir, GatewayConfig config, Map<String, String> environment, RedisEndpoint redis, boolean strict) {}

    private Gateway(Settings settings) {
        this.settings = settings;
        this.vertx = Vertx.builder()
                .with(PlainVertx.options().setMetricsOptions(metricsOptions()))
                .withMetrics(new MicrometerMetricsFactory(registry))
                .build();
        metrics.counter("turngate.log.lines.lost", "Lines of the log that were lost", StandardOutput::lostLines);
        this.redisHealth = new RedisHealth(metrics, settings.config().redis().allowEviction());
        this.courier = new Courier(vertx, metrics);
        this.runners = new Runners(vertx, metrics, new ModelMetrics(registry), budgets);
        this.readiness = new Readiness(vertx, redisHealth, tenants, courier::states);
    }

    /** Starts a gateway; fails with {@link StartFailure}, and then nothing is left running. */
    static Gateway start(Settings settings) {
        Gateway gateway = new Gateway(settings);
        try {
            gateway.deploy();
            return gateway;
        } catch (RuntimeException e) {
            gateway.close();
            throw e;
        }
    }

    private void deploy() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        StartChecks checks = new StartChecks(settings);
        checks.refuseEvictingRedis(vertx);
        TenantsVerticle reloads = new TenantsVerticle(
                settings.confDir(),
                new TenantConfigParser(settings.environment(), Runners.PROVIDERS),
                runners::of,
                tenants,
                (tenant, result) -> metrics.rulesReloaded(tenant, result.kind().wireName()));
        deploy(reloads);
        checks.refuseBadTenants(tenants);
        // Before the public server, so that it goes after it: readiness can be asked while messages are still answered.
        ManagementVerticle management = new ManagementVerticle(
                settings.config().management(),
                new ManagementVerticle.Watched(readiness, registry, metrics, tenants, reloads),
                this::stores);
        deploy(management);
        managementPort = management.port();
        deployMessagePath();
        HangupSignal.install(vertx, () -> reloadAll(reloads));
        readiness.enter(Phase.SERVING);
        LOG.info(
                "serving {} tenants on {}:{}, management on {}:{}",
                tenants.all().size(),
                settings.config().http().host(),
                port,
                settings.config().management().host(),
                managementPort);
    }

    /** Redis is measured by its commands; the client's sockets and pools repeat that, under new names with each attempt. */
    private static MicrometerMetricsOptions metricsOptions() {
        return new MicrometerMetricsOptions()
                .setEnabled(true)
                .addDisabledMetricsCategory(MetricsDomain.NET_CLIENT.toCategory())
                .addDisabledMetricsCategory(MetricsDomain.NAMED_POOLS.toCategory())
                .addDisabledMetricsCategory(REDIS_CLIENT)
                .addDisabledMetricsCategory(MetricsDomain.EVENT_BUS.toCategory());
    }

    /** The port of the public server. */
    int port() {
        return port;
    }

    /** The port of the management server. */
    int managementPort() {
        return managementPort;
    }

    /** Takes no new requests, lets those in flight finish, then lets go of everything. */
    @Override
    public void close() {
        boolean wasServing = readiness.isServing();
        readiness.enter(Phase.DRAINING);
        Duration limit = settings.config().drain().plus(CLOSE_GRACE);
        try {
            if (wasServing) {
                LOG.info(
                        "stopping: what is in flight may finish for {} s",
                        settings.config().drain().toSeconds());
                // Requests that are on their way now would be cut off with their connections.
                Blocking.await(vertx.timer(LAME_DUCK.toMillis(), TimeUnit.MILLISECONDS), limit);
            }
            for (int i = deployments.size() - 1; i >= 0; i--) {
                Blocking.await(vertx.undeploy(deployments.get(i)), limit);
            }
            Blocking.await(vertx.close(), CLOSE_GRACE);
        } catch (RuntimeException e) {
            LOG.warn("the gateway did not close cleanly: {}", e.getMessage());
        }
    }

    private void deployMessagePath() {
        GatewayConfig config = settings.config();
        TenantLimits limits =
                new TenantLimits(config.maxInFlight(), config.maxLoopLag().toMillis());
        LocalLanes lanes = new LocalLanes();
        metrics.gauge("turngate.messages.in.flight", "Messages that are being answered now", limits::inFlight);
        metrics.gauge("turngate.lane.waiting", "Messages that wait for their contact's lane now", lanes::waiting);
        deploy(new BudgetVerticle(this::stores, budgets, this::spending));
        deploy(new LaneVerticle(this::stores, new LaneVerticle.Lanes(lanes, metrics, courier, this::terms, lease())));
        deploy(new DeliveryVerticle(
                this::stores, new DeliveryVerticle.Parts(courier, this::served, metrics, config.drain())));
        ApiVerticle.Shared shared = new ApiVerticle.Shared(
                tenants,
                new MessageService.Shared(limits, lanes, metrics, courier, new RunLimits(config.modelAbort(), lease())),
                courier.tokenFieldIds(),
                config.http().requestsPerMinutePerAddress(),
                new ApiVerticle.Watch(metrics, readiness));
        List<ApiVerticle> instances = new ArrayList<>();
        Supplier<ApiVerticle> next = () -> {
            ApiVerticle instance = new ApiVerticle(config, shared, this::stores);
            instances.add(instance);
            return instance;
        };
        // One deployment, so that all event loops stop taking requests at once and drain at the same time.
        int loops = Runtime.getRuntime().availableProcessors();
        deploy(vertx.deployVerticle(next, new DeploymentOptions().setInstances(loops)));
        port = instances.get(0).port();
    }

    /** The longest that a run can take: its runner, and what its request waited before. */
    private Duration lease() {
        return settings.config().modelAbort().plus(settings.config().replyDeadline());
    }

    private Optional<Terms> terms(Contact contact) {
        return tenants.find(contact.tenant()) instanceof Serving serving
                ? Optional.of(new Terms(
                        serving.tenant().rules(),
                        lease(),
                        courier.isOpen(serving.tenant().config(), contact.id())))
                : Optional.empty();
    }

    /** Whoever has no model spends nothing. */
    private Collection<TenantId> spending() {
        return served().stream()
                .filter(tenant -> tenant.runner().model().isPresent())
                .map(TenantConfig::id)
                .toList();
    }

    private Collection<TenantConfig> served() {
        return tenants.all().values().stream()
                .flatMap(state -> state instanceof Serving serving
                        ? Stream.of(serving.tenant().config())
                        : Stream.empty())
                .toList();
    }

    private void deploy(Deployable verticle) {
        deploy(vertx.deployVerticle(verticle));
    }

    private void deploy(Future<String> deployment) {
        try {
            deployments.add(Blocking.await(deployment, START_LIMIT));
        } catch (IllegalStateException e) {
            throw new StartFailure(String.valueOf(
                    e.getCause() == null ? e.getMessage() : e.getCause().getMessage()));
        }
    }

    private Stores stores(Vertx loop) {
        return new RedisStores(loop, settings.redis(), ContactClock.OF_THE_SERVER, name, redisHealth.listener());
    }

    /** What is refused, the verticle says itself. */
    private static void reloadAll(TenantsVerticle reloads) {
        reloads.reloadAll()
                .onSuccess(results -> LOG.info("hang-up: {} tenants looked at", results.size()))
                .onFailure(failure -> LOG.error("hang-up: the tenants could not be read: {}", failure.getMessage()));
    }
}
