package io.turngate.manychat.api;

import io.turngate.client.HttpExchange;
import io.turngate.client.Reach;
import io.turngate.client.Reach.Answered;
import io.turngate.client.Reach.Loss;
import io.turngate.client.Reach.NotConnected;
import io.turngate.core.ContactId;
import io.turngate.manychat.api.ApiAnswer.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The API over HTTP. TLS is verified, redirects are not followed. A call that is not safe to repeat gets a connection of
 * its own: on one that is kept, ManyChat may just be closing it, and nobody could say whether the call was taken. May be
 * called from any thread; from an event loop, the futures complete on it.
 */
public final class HttpManyChatApi implements ManyChatApi {

    /** From the start of a call to its answer. */
    public static final Duration DEFAULT_LIMIT = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(HttpManyChatApi.class);
    private static final int CONNECTIONS = 64;
    /** Calls that wait for a connection; beyond them a call is not sent. */
    private static final int WAITING = 1_000;

    private static final int KEEP_ALIVE_SECONDS = 15;
    private static final int MAX_DIGITS = 19;

    private final Vertx vertx;
    private final Duration limit;
    private final HttpClient kept;
    private final HttpClient fresh;

    /** @param limit the most time that a call takes, from its start to its parsed answer, at least 1 ms */
    public HttpManyChatApi(Vertx vertx, Duration limit) {
        this.vertx = vertx;
        this.limit = limit;
        this.kept = client(vertx, limit, true);
        this.fresh = client(vertx, limit, false);
    }

    private static HttpClient client(Vertx vertx, Duration limit, boolean keepAlive) {
        return vertx.createHttpClient(
                new HttpClientOptions()
                        .setConnectTimeout(Math.toIntExact(limit.toMillis()))
                        .setKeepAlive(keepAlive)
                        .setKeepAliveTimeout(KEEP_ALIVE_SECONDS),
                new PoolOptions().setHttp1MaxSize(CONNECTIONS).setMaxWaitQueueSize(WAITING));
    }

    @Override
    public Future<ApiAnswer> sendContent(Account account, ContactId contact, JsonObject block) {
        return contact.isManyChats() ? answer(account, ApiCall.sendContent(contact, block)) : noDigits();
    }

    @Override
    public Future<ApiAnswer> sendFlow(Account account, ContactId contact, String flow) {
        return contact.isManyChats() ? answer(account, ApiCall.sendFlow(contact, flow)) : noDigits();
    }

    @Override
    public Future<ApiAnswer> setCustomField(Account account, ContactId contact, String field, String value) {
        return contact.isManyChats() ? answer(account, ApiCall.setCustomField(contact, field, value)) : noDigits();
    }

    @Override
    public Future<ApiAnswer> addTag(Account account, ContactId contact, String tag) {
        return contact.isManyChats() ? answer(account, ApiCall.addTag(contact, tag)) : noDigits();
    }

    @Override
    public Future<ApiAnswer> removeTag(Account account, ContactId contact, String tag) {
        return contact.isManyChats() ? answer(account, ApiCall.removeTag(contact, tag)) : noDigits();
    }

    @Override
    public Future<ApiAnswer> checkKey(Account account) {
        return answer(account, ApiCall.account());
    }

    /** Fails with {@link ApiFailure}. */
    @Override
    public Future<Optional<Long>> findCustomFieldId(Account account, String field) {
        ApiCall call = ApiCall.customFields();
        return reach(account, call).map(reach -> {
            ApiAnswer answer = AnswerReader.read(call, account.apiToken(), reach);
            if (!answer.isAccepted()) {
                throw new ApiFailure(answer);
            }
            return AnswerReader.object(((Answered) reach).body())
                    .map(object -> object.getValue("data"))
                    .filter(JsonArray.class::isInstance)
                    .map(fields -> fieldId((JsonArray) fields, field))
                    .orElseThrow(() -> new ApiFailure(new ApiAnswer(Kind.UNCERTAIN, "an answer without its list")));
        });
    }

    /** Closes every connection; calls in flight end as if ManyChat had. */
    public Future<Void> close() {
        return kept.close().eventually(fresh::close);
    }

    private Future<ApiAnswer> answer(Account account, ApiCall call) {
        return reach(account, call).map(reach -> AnswerReader.read(call, account.apiToken(), reach));
    }

    private Future<Reach> reach(Account account, ApiCall call) {
        try {
            RequestOptions options = new RequestOptions()
                    .setMethod(call.method())
                    .setAbsoluteURI(account.baseUrl() + call.path())
                    .putHeader("Authorization", "Bearer " + account.apiToken().reveal())
                    .putHeader("Accept", "application/json");
            if (call.body().isPresent()) {
                options.putHeader("Content-Type", "application/json");
            }
            return send(
                    call.repeatable() ? kept : fresh,
                    new HttpExchange.Sent(options, call.bytes(), call.answerLimit(), limit.toMillis()));
        } catch (RuntimeException e) {
            // Its message may hold the key.
            LOG.error(
                    "a call of ManyChat's API could not be made: {}",
                    e.getClass().getName());
            return Future.succeededFuture(
                    new NotConnected(new Loss(Loss.Kind.LOST, "no request can be made of the base URL or the key")));
        }
    }

    private Future<Reach> send(HttpClient client, HttpExchange.Sent sent) {
        Promise<Reach> reached = Promise.promise();
        vertx.getOrCreateContext()
                .runOnContext(go -> HttpExchange.send(vertx, client, sent).onComplete(reached));
        return reached.future();
    }

    private static Optional<Long> fieldId(JsonArray fields, String name) {
        return fields.stream()
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .filter(field -> name.equals(field.getValue("name")))
                .map(field -> String.valueOf(field.getValue("id")))
                .filter(id -> id.length() < MAX_DIGITS && id.matches("[0-9]+"))
                .map(Long::valueOf)
                .findFirst();
    }

    private static Future<ApiAnswer> noDigits() {
        return Future.succeededFuture(
                new ApiAnswer(Kind.REFUSED, "the contact's id is not ManyChat's: expected digits"));
    }
}
