package io.turngate.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.turngate.config.Briefing;
import io.turngate.config.ConfigException;
import io.turngate.config.Problem;
import io.turngate.config.Secret;
import io.turngate.config.TestConf;
import io.turngate.conversation.Tenant;
import io.turngate.core.TenantId;
import io.turngate.core.TurngateException;
import io.turngate.reload.ReloadResult.Kind;
import io.turngate.reload.TenantState.Absent;
import io.turngate.reload.TenantState.NeverLoaded;
import io.turngate.reload.TenantState.Serving;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TenantsVerticleTest {

    private static final TenantId DEMO = new TenantId("demo");
    private static final TenantId OTHER = new TenantId("other");
    private static final String RULES = "tenants/demo/rules.json";
    private static final Problem ZERO = new Problem(RULES, "/historyDays", "must be an integer from 1 to 3650, is 0");

    @TempDir
    Path dir;

    private TestConf conf;
    private TestTenants tenants;

    @BeforeEach
    void setUp() {
        conf = new TestConf(dir);
        tenants = new TestTenants(conf);
    }

    @AfterEach
    void tearDown() throws Exception {
        tenants.close();
    }

    private static String rules(int historyDays) {
        return TestConf.RULES.replaceFirst("\\{", "{\"historyDays\":" + historyDays + ",");
    }

    private void awaitHistoryDays(TenantId id, int days) {
        tenants.within2Seconds(() ->
                assertThat(tenants.serving(id).tenant().rules().historyDays()).isEqualTo(days));
    }

    @Test
    void everyTenantIsServedWhenTheVerticleHasStarted() throws Exception {
        conf.addTenant("other");
        conf.write("tenants/Bad Name/tenant.json", "{}");
        tenants.start();

        assertThat(tenants.current().all().keySet()).containsExactly(DEMO, OTHER);
        assertThat(tenants.current().isAnyServing()).isTrue();
        assertThat(tenants.current().find(new TenantId("nobody"))).isInstanceOf(Absent.class);
    }

    @Test
    void aTenantThatNeverLoadedIsKnownAndServedOnceItIsMended() throws Exception {
        conf.addTenant("other");
        conf.write(RULES, TestConf.bad("bad-rules", "zero"));
        tenants.start();

        assertThat(tenants.current().find(DEMO))
                .isInstanceOfSatisfying(
                        NeverLoaded.class,
                        never -> assertThat(never.refused().problems()).containsExactly(ZERO));
        assertThat(tenants.serving(OTHER).refused()).isEmpty();

        conf.write(RULES, rules(3));
        awaitHistoryDays(DEMO, 3);
        assertThat(tenants.told(DEMO)).containsExactly(Kind.REFUSED, Kind.LOADED);
    }

    @Test
    void aSaveInPlaceIsSeen() throws Exception {
        tenants.start();
        conf.write(RULES, rules(3));
        awaitHistoryDays(DEMO, 3);
    }

    @Test
    void aRenamedReplacementIsSeen() throws Exception {
        tenants.start();
        conf.write("rules.new", rules(3));
        Files.move(dir.resolve("rules.new"), dir.resolve(RULES), StandardCopyOption.ATOMIC_MOVE);
        awaitHistoryDays(DEMO, 3);
    }

    @Test
    void aSwappedSymbolicLinkIsSeen() throws Exception {
        conf.write("v1/rules.json", rules(3));
        conf.write("v2/rules.json", rules(4));
        conf.delete(RULES);
        Files.createSymbolicLink(dir.resolve("data"), Path.of("v1"));
        Files.createSymbolicLink(dir.resolve(RULES), Path.of("../../data/rules.json"));
        tenants.start();
        awaitHistoryDays(DEMO, 3);

        Files.createSymbolicLink(dir.resolve("data.new"), Path.of("v2"));
        Files.move(dir.resolve("data.new"), dir.resolve("data"), StandardCopyOption.ATOMIC_MOVE);
        awaitHistoryDays(DEMO, 4);
    }

    @Test
    void aFolderThatAppearsIsServedAndOneThatGoesIsDropped() throws Exception {
        tenants.start();

        conf.addTenant("other");
        tenants.within2Seconds(() -> assertThat(tenants.current().find(OTHER)).isInstanceOf(Serving.class));

        Files.move(dir.resolve("tenants/other"), dir.resolve("gone"));
        tenants.within2Seconds(() -> assertThat(tenants.current().find(OTHER)).isInstanceOf(Absent.class));
        assertThat(tenants.told(OTHER)).containsExactly(Kind.LOADED, Kind.REMOVED);
        assertThat(tenants.current().find(DEMO)).isInstanceOf(Serving.class);
    }

    @Test
    void aHalfWrittenFileIsRefusedAndTheCompletedOneIsServed() throws Exception {
        tenants.start();
        Tenant before = tenants.serving(DEMO).tenant();

        conf.write(RULES, rules(3).substring(0, 40));
        tenants.within2Seconds(() -> assertThat(tenants.serving(DEMO).refused()).isPresent());
        assertThat(tenants.serving(DEMO).tenant()).isSameAs(before);

        conf.write(RULES, rules(3));
        awaitHistoryDays(DEMO, 3);
        assertThat(tenants.serving(DEMO).refused()).isEmpty();
    }

    /** A writer that pauses as long as the two reads are apart has finished, even if only a busy machine held it up. */
    @Test
    void aFileThatKeepsChangingIsNotTakenOverWhileItDoes() throws Exception {
        tenants.start();
        int[] days = {100};
        boolean[] paused = {false};
        conf.write(RULES, rules(days[0]++));
        long[] lastWrite = {System.nanoTime()};

        await().pollInterval(Duration.ofMillis(20))
                .during(Duration.ofMillis(1_500))
                .atMost(Duration.ofSeconds(6))
                .until(() -> {
                    conf.write(RULES, rules(days[0]++));
                    paused[0] |= System.nanoTime() - lastWrite[0]
                            > Duration.ofMillis(200).toNanos();
                    lastWrite[0] = System.nanoTime();
                    return paused[0] || tenants.serving(DEMO).tenant().rules().historyDays() == 30;
                });
        assumeFalse(paused[0], "the machine held the writer up");
        awaitHistoryDays(DEMO, days[0] - 1);
    }

    @Test
    void theSameContentWithANewTimeChangesNothing() throws Exception {
        tenants.start();
        Tenant before = tenants.serving(DEMO).tenant();
        conf.write(RULES, TestConf.RULES);
        conf.write("tenants/demo/notes.txt", "not a file of Turngate's");

        assertThat(tenants.resultOf(tenants.verticle().reload(DEMO)).kind()).isEqualTo(Kind.UNCHANGED);
        assertThat(tenants.serving(DEMO).tenant()).isSameAs(before);
    }

    @Test
    void aRefusalIsToldOnceAndClearedByTheOldContent() throws Exception {
        tenants.start();
        Tenant before = tenants.serving(DEMO).tenant();
        conf.write(RULES, TestConf.bad("bad-rules", "zero"));
        tenants.within2Seconds(() -> assertThat(tenants.serving(DEMO).refused()).isPresent());
        conf.addTenant("other");
        tenants.within2Seconds(() -> assertThat(tenants.current().find(OTHER)).isInstanceOf(Serving.class));
        assertThat(tenants.told(DEMO)).containsExactly(Kind.LOADED, Kind.REFUSED);

        conf.write(RULES, TestConf.RULES);
        tenants.within2Seconds(() -> assertThat(tenants.serving(DEMO).refused()).isEmpty());
        assertThat(tenants.serving(DEMO).tenant()).isSameAs(before);
    }

    @Test
    void everyBadFileKeepsTheLastGoodRulesAndSaysSo() throws Exception {
        tenants.start();
        Tenant before = tenants.serving(DEMO).tenant();

        for (String name : TestConf.allBad("bad-rules")) {
            conf.write(RULES, TestConf.bad("bad-rules", name));
            ReloadResult result = tenants.resultOf(tenants.verticle().reload(DEMO));

            assertThat(result.kind()).as(name).isEqualTo(Kind.REFUSED);
            assertThat(result.problems()).as(name).isEqualTo(conf.check());
            assertThat(tenants.serving(DEMO).tenant()).as(name).isSameAs(before);
            assertThat(tenants.serving(DEMO).refused().orElseThrow().problems()).isEqualTo(result.problems());
        }
    }

    @Test
    void aRunnerThatCannotBeMadeKeepsTheLastGoodOne() throws Exception {
        tenants.start();
        Tenant before = tenants.serving(DEMO).tenant();
        Problem problem = new Problem("tenants/demo/answers.json", "/default", "no");
        conf.write(RULES, rules(3));
        tenants.failRunnersWith(new ConfigException(List.of(problem)));
        assertThat(tenants.resultOf(tenants.verticle().reload(DEMO)).problems()).containsExactly(problem);

        tenants.failRunnersWith(new IllegalStateException("a defect"));
        assertThat(tenants.resultOf(tenants.verticle().reload(DEMO)).problems())
                .containsExactly(
                        new Problem("tenants/demo", "", "the runner cannot be made from it (IllegalStateException)"));
        assertThat(tenants.serving(DEMO).tenant()).isSameAs(before);
    }

    @Test
    void secretFilesAreReadAgainWhenAskedAndMissedOnesWhenTheyAppear() throws Exception {
        conf.write(
                "tenants/demo/tenant.json", TestConf.TENANT.replace("{\"env\":\"DEMO_SECRET\"}", "{\"file\":\"s\"}"));
        tenants.start();
        assertThat(tenants.current().find(DEMO)).isInstanceOf(NeverLoaded.class);

        conf.write("tenants/demo/s", "first");
        tenants.within2Seconds(() -> assertThat(tenants.secretIs(DEMO, "first")).isTrue());

        conf.write("tenants/demo/s", "second");
        assertThat(tenants.resultOf(tenants.verticle().reloadAll())).isEqualTo(Map.of(DEMO, ReloadResult.LOADED));
        assertThat(tenants.secretIs(DEMO, "second")).isTrue();
    }

    @Test
    void anotherKeyOfAModelIsAnotherConfigurationThoughItsFilesAreTheSame() throws Exception {
        conf.write("tenants/demo/prompt.md", "You are brief.");
        conf.write("tenants/demo/key", "first");
        conf.write(
                "tenants/demo/tenant.json",
                TestConf.TENANT.replace("\"scripted\"", "\"openai\",\"model\":\"m\",\"apiKey\":{\"file\":\"key\"}"));
        tenants.start();

        conf.write("tenants/demo/key", "second");
        assertThat(tenants.resultOf(tenants.verticle().reloadAll())).isEqualTo(Map.of(DEMO, ReloadResult.LOADED));
        assertThat(tenants.serving(DEMO).tenant().config().allSecrets()).contains(new Secret("second"));
        assertThat(tenants.resultOf(tenants.verticle().reloadAll())).isEqualTo(Map.of(DEMO, ReloadResult.UNCHANGED));
    }

    @Test
    void knowledgeAndCatalogAreReloadedLikeRules() throws Exception {
        tenants.start();
        conf.write("tenants/demo/knowledge.md", "Books are included.");
        tenants.within2Seconds(() -> assertThat(briefing().knowledge()).contains("Books are included."));
        conf.write("tenants/demo/catalog.json", "{\"items\":[{\"name\":\"A\",\"price\":1,\"currency\":\"EUR\"}]}");
        tenants.within2Seconds(() -> assertThat(briefing().catalog()).isPresent());
        conf.write("tenants/demo/catalog.json", "{\"items\":[]}");
        tenants.within2Seconds(() -> assertThat(tenants.told(DEMO)).contains(Kind.REFUSED));
        assertThat(briefing().catalog()).isPresent();
    }

    private Briefing briefing() {
        return tenants.serving(DEMO).tenant().config().briefing();
    }

    @Test
    void whatIsAskedForDuringAReloadCausesExactlyOneMore() throws Exception {
        tenants.start();
        conf.write(RULES, rules(3));
        tenants.clearTold();
        Future<Map<TenantId, ReloadResult>> first = tenants.verticle().reloadAll();
        Future<Map<TenantId, ReloadResult>> second = tenants.verticle().reloadAll();
        Future<ReloadResult> third = tenants.verticle().reload(DEMO);

        assertThat(tenants.resultOf(first)).containsEntry(DEMO, ReloadResult.LOADED);
        assertThat(tenants.resultOf(second)).containsEntry(DEMO, ReloadResult.UNCHANGED);
        assertThat(tenants.resultOf(third)).isEqualTo(ReloadResult.UNCHANGED);
        assertThat(tenants.told(DEMO)).containsExactly(Kind.LOADED, Kind.UNCHANGED);
    }

    @Test
    void aTenantThatIsNowhereIsNotFound() throws Exception {
        tenants.start();

        assertThat(tenants.failureOf(tenants.verticle().reload(OTHER)))
                .isInstanceOfSatisfying(
                        TurngateException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(TurngateException.Kind.NOT_FOUND));
    }

    @Test
    void aTenantsFolderThatCannotBeReadStopsTheStartButNotTheRunningProcess() throws Exception {
        tenants.start();
        Files.move(dir.resolve("tenants"), dir.resolve("moved"));

        assertThat(tenants.failureOf(tenants.verticle().reloadAll())).isInstanceOf(IOException.class);
        assertThat(tenants.current().find(DEMO)).isInstanceOf(Serving.class);

        TestTenants late = new TestTenants(conf);
        try {
            late.start();
            throw new AssertionError("started without tenants/");
        } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(ConfigException.class);
        } finally {
            late.close();
        }
    }
}
