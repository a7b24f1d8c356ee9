package io.turngate.runner.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.Briefing;
import io.turngate.core.Channel;
import io.turngate.core.Deadline;
import io.turngate.core.Reason;
import io.turngate.core.Role;
import io.turngate.core.TenantId;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.runner.RunnerReply;
import io.turngate.runner.RunnerReply.Spent;
import io.turngate.runner.RunnerRequest;
import io.turngate.runner.RunnerRequest.Addressee;
import io.turngate.runner.model.Completion;
import io.turngate.runner.model.Completion.Usage;
import io.turngate.runner.model.ModelFailure;
import io.turngate.runner.model.ModelName;
import io.turngate.runner.model.Prompt;
import io.turngate.runner.model.Prompt.Speech;
import io.turngate.testing.TestTenant;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ModelRunnerTest {

    private static final Usage USAGE = new Usage(1_000, 400, 20, 740);
    private static final String GOOD = "{\"messages\":[\"Hi\"],\"escalate\":false,\"confidence\":0.9}";

    private final Deque<Future<Completion>> answers = new ArrayDeque<>();
    private final List<Prompt> prompts = new ArrayList<>();
    private long nowNanos;

    private ModelRunnerTest says(String words) {
        return says(words, "gpt-5-mini");
    }

    private ModelRunnerTest says(String words, String model) {
        answers.add(Future.succeededFuture(
                new Completion(words, USAGE).by(new ModelName(new TenantId("t"), "openai", model))));
        return this;
    }

    private ModelRunnerTest fails(ModelFailure.Kind kind) {
        answers.add(Future.failedFuture(new ModelFailure(kind, "status 500", new Usage(500, 0, 5, 300))));
        return this;
    }

    private Future<RunnerReply> run(Duration limit) {
        Briefing briefing = new Briefing(Optional.of("Be kind."), Optional.empty(), Optional.empty());
        ModelRunner runner = new ModelRunner(
                (prompt, deadline) -> {
                    prompts.add(prompt);
                    return answers.remove();
                },
                new TestTenant().briefing(briefing).build());
        RunnerRequest request = new RunnerRequest(
                List.of(),
                List.of("the contact's words"),
                new Addressee(Optional.empty(), Optional.empty(), Channel.WHATSAPP),
                0);
        return runner.run(request, Deadline.after(limit, () -> nowNanos));
    }

    private RunnerReply reply() {
        Future<RunnerReply> reply = run(Duration.ofSeconds(8));
        assertThat(reply.succeeded()).as("%s", reply).isTrue();
        return reply.result();
    }

    @Test
    void aGoodReplyIsGivenWithItsNameTokensAndCost() {
        assertThat(says(GOOD).reply())
                .isEqualTo(new RunnerReply(
                        List.of("Hi"), Optional.empty(), 0.9, "openai/gpt-5-mini", new Spent(1_000, 20, 740)));
        assertThat(prompts).hasSize(1);
        assertThat(prompts.get(0).system()).startsWith("Be kind.");
    }

    /** The one that said what the contact reads, be it that another one was asked first. */
    @Test
    void theNameIsThatOfTheModelThatAnswered() {
        assertThat(says(GOOD, "other").reply().name()).isEqualTo("openai/other");
        assertThat(says("Hello!").says(GOOD, "other").reply().name()).isEqualTo("openai/other");
        assertThat(says("Hello!", "other")
                        .fails(ModelFailure.Kind.TIMEOUT)
                        .reply()
                        .name())
                .isEqualTo("openai/other");
    }

    @Test
    void anEscalationHasNoWordsOfItsOwn() {
        RunnerReply reply = says(GOOD.replace("false", "true,\"escalation_reason\":\"complaint\""))
                .reply();
        assertThat(reply.escalation()).contains(Reason.COMPLAINT);
        assertThat(reply.messages()).isEmpty();
        assertThat(reply.fault()).isEmpty();
    }

    @Test
    void whatSurroundsAReplyIsTakenOffWithoutAskingAgain() {
        assertThat(says("Sure:\n```json\n" + GOOD + "\n```").reply().messages()).containsExactly("Hi");
        assertThat(prompts).hasSize(1);
    }

    @Test
    void aReplyWithoutItsFormIsAskedForOnceMore() {
        RunnerReply reply = says("Hello there!").says(GOOD).reply();

        assertThat(reply.messages()).containsExactly("Hi");
        assertThat(reply.spent()).isEqualTo(new Spent(2_000, 40, 1_480));
        List<Speech> first = prompts.get(0).speeches();
        List<Speech> second = prompts.get(1).speeches();
        assertThat(prompts.get(1).system()).isEqualTo(prompts.get(0).system());
        assertThat(second.subList(0, first.size())).isEqualTo(first);
        assertThat(second.subList(first.size(), second.size()))
                .containsExactly(
                        new Speech(Role.AGENT, "Hello there!"),
                        new Speech(
                                Role.CONTACT,
                                "Note of the gateway: your reply could not be read (not exactly one JSON object). Give the"
                                        + " same reply once more as exactly one JSON object in the form that the rules of"
                                        + " the house describe, and nothing else."));
    }

    @Test
    void whatIsShownOfABadReplyIsBoundedAndNeverEmpty() {
        assertThat(says("😀".repeat(3_000)).says(GOOD).reply().messages()).containsExactly("Hi");
        assertThat(prompts.get(1).speeches().get(1).text()).isEqualTo("😀".repeat(2_000));
        prompts.clear();
        assertThat(says(" ").says(GOOD).reply().messages()).containsExactly("Hi");
        assertThat(prompts.get(1).speeches())
                .hasSize(2)
                .noneMatch(speech -> speech.text().isBlank());
    }

    @Test
    void aSecondBadReplyIsTheLast() {
        RunnerReply reply = says("Hello!").says("Hello again!").reply();
        isBad(reply, "the model: not exactly one JSON object");
        assertThat(reply.spent().tokensIn()).isEqualTo(2_000);
        assertThat(prompts).hasSize(2);
    }

    @Test
    void aRepairThatFailsLeavesTheFirstFault() {
        RunnerReply reply = says("Hello!").fails(ModelFailure.Kind.TIMEOUT).reply();
        isBad(reply, "the model: not exactly one JSON object");
        assertThat(reply.spent()).isEqualTo(new Spent(1_500, 25, 1_040));
    }

    @ParameterizedTest
    @CsvSource({"1499, 1", "1500, 2"})
    void withoutTimeNothingIsAskedAgain(long leftMillis, int calls) {
        says("Hello!").says("Hello!");
        assertThat(run(Duration.ofMillis(leftMillis)).result().escalation()).contains(Reason.BAD_REPLY);
        assertThat(prompts).hasSize(calls);
    }

    @Test
    void aReplyThatMayNotBeSentIsPaidAllTheSame() {
        RunnerReply reply = says(GOOD.replace("Hi", "confidence: 1")).reply();
        isBad(reply, "the model: the reply says nothing");
        assertThat(reply.spent().costMicroUsd()).isEqualTo(740);
    }

    private static void isBad(RunnerReply reply, String why) {
        assertThat(reply.escalation()).contains(Reason.BAD_REPLY);
        assertThat(reply.messages()).isEmpty();
        assertThat(reply.fault().map(TurngateException::kind)).contains(Kind.BAD_REPLY);
        assertThat(reply.fault().map(Throwable::getMessage)).contains(why);
    }

    @ParameterizedTest
    @EnumSource(ModelFailure.Kind.class)
    void aModelThatFailsIsAFailureOfTheRunner(ModelFailure.Kind kind) {
        Kind expected = switch (kind) {
            case TIMEOUT -> Kind.MODEL_TIMEOUT;
            case UNREADABLE -> Kind.BAD_REPLY;
            default -> Kind.MODEL_ERROR;
        };
        Throwable cause = fails(kind).run(Duration.ofSeconds(8)).cause();
        assertThat(cause).isInstanceOf(TurngateException.class).hasMessage("the model: status 500");
        assertThat(((TurngateException) cause).kind()).isEqualTo(expected);
    }

    @Test
    void aDefectOfAModelIsOneOfTheRunner() {
        answers.add(Future.failedFuture(new IllegalStateException("with words of the contact")));
        assertThat(run(Duration.ofSeconds(8)).cause()).hasMessage("the model failed");
    }

    @Test
    void nothingIsPrinted() {
        assertThat(says(GOOD).reply().toString()).doesNotContain("Hi");
    }
}
