package io.turngate.testing;

import io.turngate.core.ContactId;
import io.turngate.manychat.api.ApiAnswer;
import io.turngate.manychat.api.ManyChatApi;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A ManyChat that keeps what it was asked, each call a line, and answers as a test wants. */
public final class FakeManyChat implements ManyChatApi {

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private volatile Function<String, Future<ApiAnswer>> answer = call -> answer(ApiAnswer.Kind.ACCEPTED);

    public static Future<ApiAnswer> answer(ApiAnswer.Kind kind) {
        return Future.succeededFuture(new ApiAnswer(kind, "because"));
    }

    /** From now on calls are answered so. */
    public FakeManyChat answering(Function<String, Future<ApiAnswer>> how) {
        answer = how;
        return this;
    }

    /** From now on calls whose line begins so are answered so, all others accepted. */
    public FakeManyChat answering(String start, ApiAnswer.Kind kind) {
        return answering(call -> answer(call.startsWith(start) ? kind : ApiAnswer.Kind.ACCEPTED));
    }

    /** Everything that was asked, but for questions about the key. */
    public List<String> calls() {
        return calls.stream().filter(call -> !call.equals("checkKey")).toList();
    }

    public List<String> allCalls() {
        return List.copyOf(calls);
    }

    @Override
    public Future<ApiAnswer> sendContent(Account account, ContactId contact, JsonObject block) {
        JsonObject content = block.getJsonObject("content");
        return called("content " + contact.value() + " " + content.getString("type") + " "
                + content.getJsonArray("messages").getJsonObject(0).getString("text"));
    }

    @Override
    public Future<ApiAnswer> sendFlow(Account account, ContactId contact, String flow) {
        return called("flow " + contact.value() + " " + flow);
    }

    @Override
    public Future<ApiAnswer> setCustomField(Account account, ContactId contact, String field, String value) {
        return called("field " + contact.value() + " " + field + "=" + value);
    }

    @Override
    public Future<ApiAnswer> addTag(Account account, ContactId contact, String tag) {
        return called("addTag " + contact.value() + " " + tag);
    }

    @Override
    public Future<ApiAnswer> removeTag(Account account, ContactId contact, String tag) {
        return called("removeTag " + contact.value() + " " + tag);
    }

    @Override
    public Future<ApiAnswer> checkKey(Account account) {
        return called("checkKey");
    }

    @Override
    public Future<Optional<Long>> findCustomFieldId(Account account, String field) {
        return Future.succeededFuture(Optional.empty());
    }

    private Future<ApiAnswer> called(String call) {
        calls.add(call);
        return answer.apply(call);
    }
}
