package io.turngate.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.budget.BudgetedRunner;
import io.turngate.budget.DailyBudgets;
import io.turngate.config.EvalCase;
import io.turngate.config.EvalCase.Said;
import io.turngate.config.EvalCase.Written;
import io.turngate.config.TenantConfig;
import io.turngate.conversation.RunLimits;
import io.turngate.core.Channel;
import io.turngate.core.Deadline;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.Role;
import io.turngate.core.Turn;
import io.turngate.eval.Verdict.Failed;
import io.turngate.rules.Rules;
import io.turngate.runner.DeadlineRunner;
import io.turngate.runner.Runner;
import io.turngate.runner.RunnerReply;
import io.turngate.runner.RunnerReply.Spent;
import io.turngate.runner.RunnerRequest;
import io.turngate.store.Budgets.Spending;
import io.turngate.store.LinkListener;
import io.turngate.store.redis.RedisEndpoint;
import io.turngate.store.redis.RedisEvalStore;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.turngate.testing.TestTenant;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Cases on the way of a message, with a runner that a test holds in its hands. */
class EvalRunIT {

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    private final Vertx vertx = Vertx.vertx();
    private final Context loop = vertx.getOrCreateContext();
    private final List<RunnerRequest> asked = new CopyOnWriteArrayList<>();
    private final RedisEvalStore store = new RedisEvalStore(
            vertx,
            new RedisEndpoint(redisUri(), Optional.empty(), Optional.empty(), Duration.ofSeconds(5)),
            "test",
            LinkListener.DEAF);
    private TenantConfig tenant = TestTenant.pushing().build();
    private Function<RunnerRequest, Future<RunnerReply>> answer = request -> Future.succeededFuture(reply("Fine."));
    private Function<TenantConfig, Runner> runners = config -> new DeadlineRunner(vertx, this::ask);

    private static String redisUri() {
        return redis.uri();
    }

    private Future<RunnerReply> ask(RunnerRequest request, Deadline deadline) {
        asked.add(request);
        return answer.apply(request);
    }

    private static RunnerReply reply(String text) {
        return new RunnerReply(List.of(text), Optional.empty(), 1, "test", new Spent(70, 30, 5));
    }

    @BeforeEach
    void open() {
        await(store::open);
    }

    @AfterEach
    void close() {
        await(store::close);
        await(vertx::close);
    }

    private <T> T await(Supplier<Future<T>> work) {
        Promise<T> done = Promise.promise();
        loop.runOnContext(start -> work.get().onComplete(done));
        try {
            return done.future().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private List<CaseResult> run(EvalCase... cases) {
        return run(Duration.ofSeconds(8), cases);
    }

    private List<CaseResult> run(Duration deadline, EvalCase... cases) {
        Bench bench = new Bench(
                vertx, store, tenant, runners, deadline, new RunLimits(Duration.ofSeconds(30), Duration.ofSeconds(38)));
        return await(() -> new EvalRun(bench, List.of(cases), result -> {}).run());
    }

    private Observation seen(EvalCase one) {
        return run(one).get(0).seen().orElseThrow();
    }

    private static EvalCase of(Written message, Said... turns) {
        return new EvalCase("one", "a.jsonl", 1, List.of(turns), message, Optional.empty(), Set.of(), Cases.NOTHING);
    }

    private static Written text(String text) {
        return new Written(text, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static Said said(Role role, Duration age, String text) {
        return new Said(role, age, text, Optional.empty());
    }

    @Test
    void theRunnerIsGivenThePastAsItWasSaid() {
        Observation seen = seen(of(
                new Written("And now?", Optional.of(Channel.TELEGRAM), Optional.of("Ana"), Optional.of("es_ES")),
                said(Role.CONTACT, Duration.ofDays(31), "too old"),
                said(Role.CONTACT, Duration.ofDays(30), "just there"),
                said(Role.AGENT, Duration.ofDays(29), "a \"reply\"\nof two lines"),
                new Said(Role.AGENT, Duration.ofDays(29), "A colleague will write.", Optional.of(Reason.KEYWORD))));

        RunnerRequest request = asked.get(0);
        assertThat(request.messages()).containsExactly("And now?");
        assertThat(request.addressee().channel()).isEqualTo(Channel.TELEGRAM);
        assertThat(request.addressee().firstName()).contains("Ana");
        assertThat(request.addressee().locale()).contains("es_ES");
        assertThat(request.history())
                .extracting(Turn::text)
                .containsExactly("just there", "a \"reply\"\nof two lines", "[handed to a colleague]");
        assertThat(request.history()).extracting(Turn::role).containsExactly(Role.CONTACT, Role.AGENT, Role.AGENT);
        assertThat(request.nowMillis() - request.history().get(0).recordedAtMillis())
                .isEqualTo(Duration.ofDays(30).toMillis());
        assertThat(seen.places()).contains(List.of(1, 2, 3));
        assertThat(seen.answer().texts()).containsExactly("Fine.");
        assertThat(seen.spent()).isEqualTo(new Spent(70, 30, 5));
    }

    @Test
    void silenceIsExact() {
        for (long missing : new long[] {0, 1}) {
            Said[] turns = IntStream.range(0, 25)
                    .mapToObj(i -> said(
                            Role.CONTACT,
                            Duration.ofHours(24).plusMinutes(24 - i).minusMillis(missing),
                            "message " + i))
                    .toArray(Said[]::new);
            Observation seen = seen(of(text("And now?"), turns));
            assertThat(seen.answer().turn()).isEqualTo(missing == 0 ? 1 : 26);
            assertThat(seen.answer().reason())
                    .isEqualTo(missing == 0 ? Optional.empty() : Optional.of(Reason.TURN_CAP));
        }
    }

    @Test
    void rulesOfACaseAreItsOwn() {
        EvalCase capped = new EvalCase(
                "capped",
                "a.jsonl",
                1,
                List.of(said(Role.CONTACT, Duration.ofMinutes(1), "Hi")),
                text("Well?"),
                Optional.of(new TestRules().cap(1).build()),
                Set.of(),
                Cases.NOTHING);
        assertThat(run(capped, of(text("Well?"))).stream()
                        .map(result -> result.seen().orElseThrow().answer().outcome()))
                .containsExactly(Outcome.ESCALATED, Outcome.ANSWERED);
    }

    @Test
    void aReplyThatDoesNotComeIsATimeoutAndNotAPromise() {
        answer = request -> Promise.<RunnerReply>promise().future();
        Observation seen =
                run(Duration.ofMillis(1_500), of(text("Well?"))).get(0).seen().orElseThrow();
        assertThat(seen.answer().reason()).contains(Reason.MODEL_TIMEOUT);
        assertThat(seen.failure()).contains("the runner did not answer in time");
        assertThat(seen.given()).contains(List.of());
    }

    @Test
    void aFewAreUnderWayAtATimeAndNeverMore() {
        List<Integer> atOnce = new ArrayList<>();
        List<Promise<RunnerReply>> held = new ArrayList<>();
        answer = request -> {
            Promise<RunnerReply> later = Promise.promise();
            held.add(later);
            atOnce.add(held.size());
            if (held.size() == EvalRun.AT_ONCE) {
                vertx.setTimer(50, timer -> {
                    List<Promise<RunnerReply>> released = List.copyOf(held);
                    held.clear();
                    released.forEach(one -> one.complete(reply("Fine.")));
                });
            }
            return later.future();
        };
        EvalCase[] cases =
                IntStream.range(0, 20).mapToObj(i -> of(text("Well?"))).toArray(EvalCase[]::new);
        assertThat(run(cases)).hasSize(20).allMatch(CaseResult::isPassed);
        assertThat(atOnce)
                .hasSize(20)
                .allMatch(count -> count <= EvalRun.AT_ONCE)
                .contains(EvalRun.AT_ONCE);
    }

    @Test
    void casesAreToldInTheirOrderWhicheverIsDoneFirst() {
        Promise<RunnerReply> slowest = Promise.promise();
        List<String> told = new ArrayList<>();
        answer = request -> {
            String text = request.messages().get(0);
            if (text.equals("1")) {
                return slowest.future();
            }
            if (text.equals("6")) {
                vertx.runOnContext(later -> slowest.complete(reply("1")));
            }
            return Future.succeededFuture(reply(text));
        };
        Bench bench = new Bench(
                vertx,
                store,
                tenant,
                runners,
                Duration.ofSeconds(8),
                new RunLimits(Duration.ofSeconds(30), Duration.ofSeconds(38)));
        List<EvalCase> cases = IntStream.rangeClosed(1, 6)
                .mapToObj(i -> of(text(Integer.toString(i))))
                .toList();
        List<CaseResult> results = await(() -> new EvalRun(bench, cases, result -> told.addAll(said(result))).run());
        assertThat(told).containsExactly("1", "2", "3", "4", "5", "6");
        assertThat(results).flatExtracting(EvalRunIT::said).isEqualTo(told);
    }

    private static List<String> said(CaseResult result) {
        return result.seen().orElseThrow().answer().texts();
    }

    @Test
    void keysAreApartExpireAndGo() {
        Promise<RunnerReply> held = Promise.promise();
        answer = request -> {
            vertx.<List<String>>executeBlocking(() -> {
                        Awaitility.await()
                                .until(() -> RedisScan.keysWithoutExpiry(redis).isEmpty());
                        return RedisScan.keys(redis);
                    })
                    .onComplete(keys -> held.complete(reply(String.join(" ", keys.result()))));
            return held.future();
        };
        Observation seen = seen(of(text("Well?")));
        assertThat(seen.answer().texts().get(0).split(" "))
                .contains("tg-eval:test:{school:1}:turns", "tg-eval:test:{school:1}:contact")
                .allMatch(key -> key.startsWith("tg-eval:test:{school:1}:"));
        assertThat(RedisScan.keys(redis)).isEmpty();
    }

    @Test
    void whatIsSpentHoldsWithinARun() {
        DailyBudgets budgets = new DailyBudgets();
        runners = config -> new BudgetedRunner(
                (request, deadline) -> {
                    // As a model that is billed does.
                    budgets.spent(config.id(), new Spending(100, 5));
                    return ask(request, deadline);
                },
                config.id(),
                config.rules().budget(),
                budgets);
        tenant = tenant.withRules(withBudget(new TestRules().build(), 150));
        EvalCase[] cases =
                IntStream.range(0, 8).mapToObj(i -> of(text("Well?"))).toArray(EvalCase[]::new);
        List<Optional<Reason>> reasons = run(cases).stream()
                .map(result -> result.seen().orElseThrow().answer().reason())
                .toList();
        assertThat(reasons).contains(Optional.of(Reason.BUDGET));
        assertThat(reasons.get(0)).isEmpty();
    }

    private static Rules withBudget(Rules rules, long tokens) {
        return new Rules(
                rules.version(),
                rules.historyDays(),
                rules.idleResetHours(),
                rules.maxTurnsPerConversation(),
                rules.turnsPerSubscriberPerHour(),
                rules.messages(),
                rules.confidenceThreshold(),
                rules.escalationKeywords(),
                rules.openingTrigger(),
                new Rules.Budget(tokens, 5),
                rules.duplicateSeconds(),
                rules.retentionDays(),
                rules.showAges());
    }

    @Test
    void whatCannotBeRunHasFailed() {
        redis.stop();
        CaseResult result = run(of(text("Well?"))).get(0);
        assertThat(result.seen()).isEmpty();
        assertThat(result.verdict())
                .isInstanceOfSatisfying(
                        Failed.class,
                        failed -> assertThat(failed.misses())
                                .singleElement()
                                .satisfies(miss -> assertThat(miss.expected()).isEqualTo("that the case can be run")));
    }
}
