package io.turngate.testing;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What a model server answers, and how it misbehaves over it.
 *
 * @param status of the answer
 * @param headers of the answer, beside its type
 * @param body its words in each wire's form
 * @param end how it ends
 * @param held what it waits for
 */
public record ModelAnswer(
        int status,
        Map<String, String> headers,
        Function<ModelWire, String> body,
        End end,
        Function<Vertx, Future<?>> held) {

    /** How an answer ends. */
    public enum End {
        /** As it should. */
        WHOLE,
        /** Half of the body comes, then nothing, and the connection stays open. */
        STALLED,
        /** Half of the body comes, then the connection is cut. */
        CUT_IN_BODY,
        /** The connection is cut without an answer. */
        CUT,
        /** Nothing comes, and the connection stays open. */
        SILENT,
        /** The body never ends. */
        ENDLESS
    }

    private static final int MEBIBYTE = 1_048_576;

    /** A reply in the form that Turngate asks of models, sure of itself. */
    public static ModelAnswer reply(String... messages) {
        return json(new JsonObject()
                .put("messages", new JsonArray(List.of(messages)))
                .put("escalate", false)
                .put("escalation_reason", null)
                .put("confidence", 0.9));
    }

    /** Any JSON as the model's words. */
    public static ModelAnswer json(JsonObject words) {
        return text(words.encode());
    }

    /** Any words of the model's. */
    public static ModelAnswer text(String words) {
        return of(200, wire -> ModelBodies.text(wire, words));
    }

    /** The words in parts; a thought and an unknown part between them are none. */
    public static ModelAnswer parts(String... words) {
        return of(200, wire -> ModelBodies.parts(wire, List.of(words)));
    }

    /** Words that the limit of tokens cut. */
    public static ModelAnswer truncated(String words) {
        return stopped(wire -> wire == ModelWire.OPENAI ? "length" : "max_tokens", words);
    }

    /** Words that the provider's filter cut. */
    public static ModelAnswer filtered(String words) {
        return stopped(wire -> wire == ModelWire.OPENAI ? "content_filter" : "refusal", words);
    }

    private static ModelAnswer stopped(Function<ModelWire, String> reason, String words) {
        return of(200, wire -> ModelBodies.stopped(wire, reason.apply(wire), words));
    }

    public static ModelAnswer refusal() {
        return of(200, ModelBodies::refusal);
    }

    /** A call of a tool that nobody offered, with words beside it or, if they are empty, without. */
    public static ModelAnswer toolCall(String words) {
        return of(200, wire -> ModelBodies.toolCall(wire, "delete_everything", words));
    }

    /** Words as the input of a tool; only of Anthropic's wire. */
    public static ModelAnswer toolInput(String tool, JsonObject input) {
        return of(200, wire -> ModelBodies.toolInput(tool, input));
    }

    /** An answer without a choice or content. */
    public static ModelAnswer nothing() {
        return of(200, ModelBodies::nothing);
    }

    public static ModelAnswer rubbish() {
        return raw(200, "\u0000\u0001 no json \ufffd");
    }

    public static ModelAnswer html() {
        return raw(200, "<!doctype html><html><body>Sign in</body></html>");
    }

    /** The first half of an answer, as if it were all. */
    public static ModelAnswer halfJson() {
        return of(200, wire -> {
            String whole = ModelBodies.text(wire, "Hello");
            return whole.substring(0, whole.length() / 2);
        });
    }

    /** A right answer of five mebibytes. */
    public static ModelAnswer huge() {
        return text("x".repeat(5 * MEBIBYTE));
    }

    /** An answer that begins and never ends. */
    public static ModelAnswer endless() {
        return text("x").ending(End.ENDLESS);
    }

    public static ModelAnswer stalled() {
        return text("Hello").ending(End.STALLED);
    }

    public static ModelAnswer cut() {
        return text("Hello").ending(End.CUT);
    }

    public static ModelAnswer cutInBody() {
        return text("Hello").ending(End.CUT_IN_BODY);
    }

    public static ModelAnswer silent() {
        return text("Hello").ending(End.SILENT);
    }

    /** 429 without a word about when to come back. */
    public static ModelAnswer tooFast() {
        return error(429, "rate_limit_error", "Slow down");
    }

    /** 429 with {@code Retry-After}. */
    public static ModelAnswer tooFast(String retryAfter) {
        return tooFast().with("Retry-After", retryAfter);
    }

    /** An error in the form that both wires have. */
    public static ModelAnswer error(int status, String type, String message) {
        return raw(status, ModelBodies.error(type, message, "").encode());
    }

    /** Any status and any bytes. */
    public static ModelAnswer raw(int status, String body) {
        return of(status, wire -> body);
    }

    /** The same, so many milliseconds later. */
    public ModelAnswer slow(long millis) {
        return heldBy(vertx -> vertx.timer(millis));
    }

    /** The same, once a future has completed. */
    public ModelAnswer heldBy(Function<Vertx, Future<?>> what) {
        return new ModelAnswer(status, headers, body, end, what);
    }

    /** The same with a header. */
    public ModelAnswer with(String header, String value) {
        return new ModelAnswer(status, Map.of(header, value), body, end, held);
    }

    /** The same with another end. */
    public ModelAnswer ending(End how) {
        return new ModelAnswer(status, headers, body, how, held);
    }

    private static ModelAnswer of(int status, Function<ModelWire, String> body) {
        return new ModelAnswer(status, Map.of(), body, End.WHOLE, vertx -> Future.succeededFuture());
    }
}
