package io.turngate.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turngate.core.Reason;
import io.turngate.eval.TextReport.Paint;
import io.turngate.eval.Verdict.Failed;
import io.turngate.eval.Verdict.Miss;
import io.turngate.eval.Verdict.Passed;
import io.turngate.eval.Verdict.Skipped;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class ReportsTest {

    /** What a terminal or an XML reader would stumble over. */
    private static final String NASTY = "<b>&\"120 €\"</b> ]]>\u001b[2J\u0000\u202e👩‍🏫\uFFFE\nnext";

    private static final Miss MISS = new Miss("contains \"110\"", "it is <not> in the reply");

    private static final CaseResult PASSED = new CaseResult(
            Cases.named("good", Cases.NOTHING),
            new Passed(),
            Optional.of(Cases.answered(List.of("Hello", "It is 120 EUR."), "id1")));
    private static final CaseResult FAILED = new CaseResult(
            Cases.named("bad", Cases.NOTHING),
            new Failed(List.of(MISS, new Miss("max_ms 9", "50 ms"))),
            Optional.of(Cases.answered(List.of(NASTY))));
    private static final CaseResult SKIPPED = new CaseResult(
            Cases.named("other", Cases.NOTHING), new Skipped("not meant for scripted"), Optional.empty());
    private static final CaseResult NOT_RUN = new CaseResult(
            Cases.named("broken", Cases.NOTHING),
            new Failed(List.of(new Miss("that the case can be run", "Redis is not connected"))),
            Optional.empty());

    private static final Summary RUN =
            new Summary("demo", "openai/gpt", List.of(PASSED, FAILED, SKIPPED, NOT_RUN), Duration.ofMillis(1_234));

    @TempDir
    Path folder;

    @Test
    void theSummaryCountsAndAddsUp() {
        assertThat(RUN.line())
                .isEqualTo("demo on openai/gpt: 1 passed, 2 failed, 1 skipped in 1.2 s; 200 tokens read, 40 written,"
                        + " 0.0030 USD");
        assertThat(new Summary("demo", "scripted", List.of(SKIPPED), Duration.ZERO).line())
                .isEqualTo("demo on scripted: 0 passed, 0 failed, 1 skipped in 0.0 s");
    }

    @Test
    void aRunIsGoodIfSomethingPassedAndNothingFailed() {
        assertThat(RUN.isGood()).isFalse();
        assertThat(new Summary("demo", "scripted", List.of(PASSED, SKIPPED), Duration.ZERO).isGood())
                .isTrue();
        assertThat(new Summary("demo", "scripted", List.of(SKIPPED), Duration.ZERO).isGood())
                .isFalse();
    }

    @Test
    void aPersonReadsTheReplyAndWhatDidNotHold() {
        TextReport report = new TextReport(Paint.NONE);
        assertThat(report.of(PASSED)).isEqualTo("""
                ok    good (answered, 50 ms)
                      > Hello
                      > It is 120 EUR.
                """);
        assertThat(report.of(FAILED)).isEqualTo("""
                FAIL  bad (answered, 50 ms)
                      > <b>&"120 €"</b> ]]>\uFFFD[2J\uFFFD\uFFFD👩‍🏫\uFFFE
                        next
                      expected  contains "110"
                      seen      it is <not> in the reply
                      expected  max_ms 9
                      seen      50 ms
                """);
        assertThat(report.of(SKIPPED)).isEqualTo("skip  other: not meant for scripted\n");
        assertThat(report.of(NOT_RUN)).isEqualTo("""
                FAIL  broken (a.jsonl:3)
                      expected  that the case can be run
                      seen      Redis is not connected
                """);
    }

    @Test
    void verdictsStandOut() {
        TextReport report = new TextReport(
                new Paint(word -> "g(" + word + ")", word -> "b(" + word + ")", word -> "d(" + word + ")"));
        assertThat(report.of(PASSED)).startsWith("g(ok  )  good");
        assertThat(report.of(FAILED)).startsWith("b(FAIL)  bad");
        assertThat(report.of(SKIPPED)).startsWith("d(skip)  other");
    }

    @Test
    void scriptsReadJson() {
        JsonObject json = new JsonObject(JsonReport.of(RUN));
        assertThat(json.getString("tenant")).isEqualTo("demo");
        assertThat(json.getString("runner")).isEqualTo("openai/gpt");
        assertThat(json.getInteger("passed")).isEqualTo(1);
        assertThat(json.getInteger("failed")).isEqualTo(2);
        assertThat(json.getInteger("skipped")).isEqualTo(1);
        assertThat(json.getInteger("tokensIn")).isEqualTo(200);
        assertThat(json.getInteger("costMicroUsd")).isEqualTo(3_000);
        JsonObject passed = json.getJsonArray("cases").getJsonObject(0);
        assertThat(passed.getString("name")).isEqualTo("good");
        assertThat(passed.getString("file")).isEqualTo("a.jsonl");
        assertThat(passed.getInteger("line")).isEqualTo(3);
        assertThat(passed.getString("verdict")).isEqualTo("passed");
        assertThat(passed.getString("outcome")).isEqualTo("answered");
        assertThat(passed.getString("reason")).isEmpty();
        assertThat(passed.getJsonArray("messages")).isEqualTo(new JsonArray(List.of("Hello", "It is 120 EUR.")));
        assertThat(passed.getJsonArray("history")).isEqualTo(new JsonArray(List.of(1)));
        JsonObject failed = json.getJsonArray("cases").getJsonObject(1);
        assertThat(failed.getJsonArray("misses").getJsonObject(0).getString("expected"))
                .isEqualTo(MISS.expected());
        assertThat(json.getJsonArray("cases").getJsonObject(2).getString("why")).isEqualTo("not meant for scripted");
    }

    @Test
    void readersOfJunitFindSuiteTestsAndFailures() throws Exception {
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(JunitReport.of(RUN).getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
        assertThat(suite.getTagName()).isEqualTo("testsuite");
        assertThat(suite.getAttribute("name")).isEqualTo("turngate.eval.demo");
        assertThat(suite.getAttribute("tests")).isEqualTo("4");
        assertThat(suite.getAttribute("failures")).isEqualTo("2");
        assertThat(suite.getAttribute("skipped")).isEqualTo("1");
        assertThat(suite.getAttribute("time")).isEqualTo("1.234");
        assertThat(suite.getElementsByTagName("testcase").getLength()).isEqualTo(4);
        Element failed = (Element) suite.getElementsByTagName("testcase").item(1);
        assertThat(failed.getAttribute("classname")).isEqualTo("turngate.eval.demo.a.jsonl");
        assertThat(failed.getAttribute("name")).isEqualTo("bad");
        assertThat(failed.getAttribute("time")).isEqualTo("0.050");
        Element failure = (Element) failed.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("message"))
                .isEqualTo("expected contains \"110\", seen: it is <not> in the reply");
        assertThat(failure.getTextContent()).endsWith("expected max_ms 9, seen: 50 ms");
        assertThat(failed.getElementsByTagName("system-out").item(0).getTextContent())
                .isEqualTo("<b>&\"120 €\"</b> ]]>\uFFFD[2J\uFFFD\uFFFD👩‍🏫\uFFFD\nnext");
        Element skipped = (Element) suite.getElementsByTagName("skipped").item(0);
        assertThat(skipped.getAttribute("message")).isEqualTo("not meant for scripted");
    }

    @Test
    void aFileIsThereWholeOrAsItWas() throws IOException {
        Path file = folder.resolve("report.json");
        WholeFile.write(file, "old");
        WholeFile.write(file, "new");
        assertThat(file).hasContent("new");

        Path taken = Files.createDirectories(folder.resolve("taken").resolve("inside"));
        assertThatThrownBy(() -> WholeFile.write(folder.resolve("taken"), "new"))
                .isInstanceOf(IOException.class);
        assertThat(taken).isDirectory();
        try (var files = Files.list(folder)) {
            assertThat(files.map(path -> String.valueOf(path.getFileName())))
                    .containsExactlyInAnyOrder("report.json", "taken");
        }
    }

    @Test
    void quotedTextsAreShort() {
        assertThat(Shown.quoted("a\nb")).isEqualTo("\"a b\"");
        assertThat(Shown.quoted("x".repeat(59) + "😀 and more")).isEqualTo("\"" + "x".repeat(59) + "…\"");
    }

    @Test
    void aHandOverSaysWhy() {
        CaseResult result = new CaseResult(
                Cases.named("cap", Cases.NOTHING),
                new Passed(),
                Optional.of(Cases.handedOver(Reason.TURN_CAP, "A colleague will write.")));
        assertThat(new TextReport(Paint.NONE).of(result)).startsWith("ok    cap (escalated turn_cap, 50 ms)\n");
    }
}
