package io.turngate;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.turngate.config.StrictJsonProcessor;
import io.turngate.store.redis.EmbeddedRedis;
import io.turngate.store.redis.RedisBinary;
import io.turngate.store.redis.RedisProcess;
import io.vertx.core.Deployable;
import io.vertx.core.Handler;
import io.vertx.core.VerticleBase;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the code's parts may know of each other, and what none of them may do. */
class ArchitectureTest {

    private static final String ROOT = "io.turngate";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    /** Every package under the root, and the others that it may know. */
    private static final Map<String, Set<String>> ARROWS = Map.ofEntries(
            Map.entry("core", Set.of()),
            Map.entry("log", Set.of()),
            Map.entry("client", Set.of()),
            Map.entry("rules", Set.of("core")),
            Map.entry("config", Set.of("core", "rules")),
            Map.entry("store", Set.of("core", "rules")),
            Map.entry("store.redis", Set.of("core", "rules", "config", "store")),
            Map.entry("budget", Set.of("core", "rules", "config", "store", "runner", "runner.model")),
            Map.entry("runner", Set.of("core")),
            Map.entry("runner.model", Set.of("core", "rules", "config", "runner")),
            Map.entry("runner.wire", Set.of("core", "client", "config", "runner.model")),
            Map.entry("runner.openai", Set.of("core", "config", "runner.model", "runner.wire")),
            Map.entry("runner.anthropic", Set.of("core", "config", "runner.model", "runner.wire")),
            Map.entry("runner.scripted", Set.of("core", "rules", "runner")),
            Map.entry("runner.prompt", Set.of("core", "config", "runner", "runner.model")),
            Map.entry("runner.reply", Set.of("core", "config", "runner.prompt")),
            Map.entry(
                    "runner.agent",
                    Set.of("core", "rules", "config", "runner", "runner.model", "runner.prompt", "runner.reply")),
            Map.entry("conversation", Set.of("core", "rules", "config", "store", "runner")),
            Map.entry("manychat", Set.of("core", "config", "conversation")),
            Map.entry("manychat.api", Set.of("core", "client", "config")),
            Map.entry("outbox", Set.of("core", "rules", "config", "store", "conversation", "manychat", "manychat.api")),
            Map.entry("emulator", Set.of("core", "config")),
            Map.entry("eval", Set.of("core", "rules", "config", "store", "runner", "conversation", "manychat")),
            Map.entry("reload", Set.of("core", "config", "runner", "conversation")),
            Map.entry(
                    "ops",
                    Set.of(
                            "core",
                            "rules",
                            "config",
                            "store",
                            "runner",
                            "runner.model",
                            "conversation",
                            "reload",
                            "outbox",
                            "manychat.api")),
            Map.entry("http", Set.of("core", "rules", "config", "store", "conversation", "manychat", "reload", "ops")));

    static Stream<String> packages() {
        return ARROWS.keySet().stream().sorted();
    }

    @Test
    void everyPackageHasItsArrows() {
        Set<String> there = CLASSES.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> !name.equals(ROOT))
                .map(name -> name.substring(ROOT.length() + 1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(there).isEqualTo(new TreeSet<>(ARROWS.keySet()));
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageKnowsOnlyThoseThatItsArrowsPointTo(String name) {
        String[] known = Stream.concat(Stream.of(name), ARROWS.getOrDefault(name, Set.of()).stream())
                .map(other -> ROOT + "." + other)
                .toArray(String[]::new);
        check(classes()
                .that()
                .resideInAPackage(ROOT + "." + name)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(known).or(resideOutsideOfPackage(ROOT + ".."))));
    }

    /** Swapping a provider is a matter of configuration: only what builds everything knows that there are several. */
    @ParameterizedTest
    @ValueSource(strings = {"openai", "anthropic", "scripted"})
    void onlyTheRootKnowsAProvider(String provider) {
        String itself = ROOT + ".runner." + provider;
        check(noClasses()
                .that()
                .resideOutsideOfPackages(ROOT, itself)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(itself));
    }

    @Test
    void noPackagesGoRoundInACircle() {
        check(slices().matching(ROOT + ".(**)").should().beFreeOfCycles());
    }

    @Test
    void theRulesArePlain() {
        check(classes()
                .that()
                .resideInAPackage(ROOT + ".rules")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        ROOT + ".rules",
                        ROOT + ".core",
                        "java.lang..",
                        "java.util",
                        "java.util.function",
                        "java.util.regex",
                        "java.util.stream",
                        "java.text",
                        "java.time",
                        "org.jspecify.annotations")));
    }

    @Test
    void rulesAndCoreAreToldTheTime() {
        check(noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".rules", ROOT + ".core")
                .should()
                .dependOnClassesThat(assignableTo(InstantSource.class).or(assignableTo(Clock.class)))
                .orShould()
                .callMethodWhere(call("now", "java\\.time\\..*"))
                .orShould()
                .callMethodWhere(call("currentTimeMillis", "java\\.lang\\.System")));
    }

    @Test
    void nobodySleeps() {
        check(noClasses()
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethodWhere(call("sleep", "java\\.util\\.concurrent\\.TimeUnit"))
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(LockSupport.class));
    }

    /** Commands write through picocli's writers, all else through the log. */
    @Test
    void nobodyWritesToTheStandardStreamsOrToAnotherLog() {
        check(NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS);
        check(NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING);
    }

    @Test
    void nobodyWaitsOnAnEventLoop() {
        check(noClasses()
                .that(not(resideInAnyPackage(ROOT)).and(not(isAChildProcess())))
                .should()
                .callMethodWhere(call("await", "io\\.vertx\\.core\\.Future"))
                .orShould()
                .callMethodWhere(call("get|join|getNow", "java\\.util\\.concurrent\\.(Completable)?Future"))
                .orShould()
                .callMethodWhere(call("take|put", "java\\.util\\.concurrent\\..*(Queue|Deque)"))
                .orShould()
                .callMethodWhere(call("await.*|acquire.*|waitFor", "java\\.(util\\.concurrent|lang)\\..*"))
                .orShould()
                .callMethodWhere(call("join", "java\\.lang\\.Thread"))
                .orShould()
                .callMethodWhere(call("wait", "java\\.lang\\.Object"))
                .orShould()
                .callMethodWhere(call(".*Blocking", "io\\.vertx\\.core\\.file\\.FileSystem")));
    }

    @Test
    void whatIsCalledAVerticleIsDeployedAndTheOtherWayRound() {
        check(classes().that().haveSimpleNameEndingWith("Verticle").should().beAssignableTo(VerticleBase.class));
        check(classes().that().areAssignableTo(Deployable.class).should().haveSimpleNameEndingWith("Verticle"));
    }

    @Test
    void whatIsCalledAHandlerIsOne() {
        check(classes().that().haveSimpleNameEndingWith("Handler").should().implement(Handler.class));
    }

    @Test
    void noNameIsEmpty() {
        check(classes()
                .that(not(belongToAnyOf(StrictJsonProcessor.class)))
                .should()
                .haveNameNotMatching(".*(Impl|Manager|Helper|Utils?|Processor|Data|Info)"));
    }

    /** Those for the main thread and for operators' commands, as they say themselves. */
    private static DescribedPredicate<JavaClass> isAChildProcess() {
        return belongToAnyOf(EmbeddedRedis.class, RedisProcess.class, RedisBinary.class);
    }

    private static DescribedPredicate<JavaCall<?>> call(String method, String ownerName) {
        return DescribedPredicate.describe(
                method + " of " + ownerName,
                called -> called.getTarget().getName().matches(method)
                        && called.getTargetOwner().getName().matches(ownerName));
    }

    private static void check(ArchRule rule) {
        rule.check(CLASSES);
    }
}
