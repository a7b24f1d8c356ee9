package io.turngate.runner.wire;

import io.turngate.core.Deadline;
import io.turngate.runner.model.Completion;
import io.turngate.runner.model.Model;
import io.turngate.runner.model.ModelFailure;
import io.turngate.runner.model.ModelFailure.Kind;
import io.turngate.runner.model.Prompt;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A model over HTTP in the form of one {@link Wire}. Redirects are not followed: they would carry the key elsewhere.
 *
 * <p>A server that refuses a field (400 or 422 that names it) is asked again without it, within the same deadline, and
 * never again with it: what was conceded is remembered for as long as this object lives.
 */
public final class HttpModel<C extends Enum<C>> implements Model {

    private static final int BAD_REQUEST = 400;
    private static final int UNPROCESSABLE = 422;

    private final ClientPerLoop clients;
    private final ModelSettings settings;
    private final Wire<C> wire;
    private volatile @Nullable RequestOptions options;
    private volatile Set<C> conceded = Set.of();

    public HttpModel(ClientPerLoop clients, ModelSettings settings, Wire<C> wire) {
        this.clients = clients;
        this.settings = settings;
        this.wire = wire;
    }

    @Override
    public Future<Completion> complete(Prompt prompt, Deadline deadline) {
        Promise<Completion> completed = Promise.promise();
        clients.vertx()
                .getOrCreateContext()
                .runOnContext(go -> ask(prompt, deadline, conceded).onComplete(completed));
        return completed.future();
    }

    private Future<Completion> ask(Prompt prompt, Deadline deadline, Set<C> without) {
        long limitMillis = deadline.remainingMillis();
        if (limitMillis == 0) {
            return Future.failedFuture(new ModelFailure(Kind.TIMEOUT, "no time left to ask"));
        }
        try {
            Buffer body = wire.request(prompt, without).toBuffer();
            return Exchange.post(clients.vertx(), clients.get(), options(), body, limitMillis)
                    .compose(answer -> judge(answer, prompt, deadline, without));
        } catch (RuntimeException e) {
            // Its message may hold the key or a contact's words.
            return Future.failedFuture(new ModelFailure(
                    Kind.REFUSED, "no request can be made: " + e.getClass().getSimpleName()));
        }
    }

    /** The same for every call; made with the first one, which fails if it cannot be. */
    private RequestOptions options() {
        RequestOptions made = options;
        if (made == null) {
            made = newOptions();
            options = made;
        }
        return made;
    }

    private RequestOptions newOptions() {
        RequestOptions made = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setAbsoluteURI(settings.baseUrl() + wire.path())
                .putHeader("Content-Type", "application/json")
                .putHeader("Accept", "application/json");
        wire.headers(settings.apiKey()).forEach(made::putHeader);
        return made;
    }

    private Future<Completion> judge(HttpAnswer answer, Prompt prompt, Deadline deadline, Set<C> without) {
        Optional<JsonObject> json = answer.json();
        if (answer.isSuccess() && json.isPresent() && !Complaint.isIn(json.get())) {
            return read(json.get(), without);
        }
        Complaint complaint = Complaint.in(json);
        if (answer.status() == BAD_REQUEST || answer.status() == UNPROCESSABLE) {
            Optional<C> concession = wire.concession(complaint, without);
            if (concession.isPresent()) {
                return ask(prompt, deadline, concede(without, concession.get()));
            }
        }
        return Future.failedFuture(
                Refusals.of(answer, json, complaint, InstantSource.system().instant()));
    }

    private Future<Completion> read(JsonObject answer, Set<C> without) {
        try {
            return Future.succeededFuture(wire.read(answer, without));
        } catch (ModelFailure failure) {
            return Future.failedFuture(failure);
        } catch (RuntimeException e) {
            // A provider's field of a type that nobody expects.
            return Future.failedFuture(new ModelFailure(Kind.UNREADABLE, "an answer of another form"));
        }
    }

    /** Event loops may learn different things at a time: none forgets what another one has. */
    private synchronized Set<C> concede(Set<C> without, C concession) {
        conceded = with(conceded, concession);
        return with(without, concession);
    }

    private static <C extends Enum<C>> Set<C> with(Set<C> made, C concession) {
        Set<C> all = new TreeSet<>(made);
        all.add(concession);
        return Set.copyOf(all);
    }
}
