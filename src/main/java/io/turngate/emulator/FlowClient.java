package io.turngate.emulator;

import io.turngate.emulator.Exchange.Way;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/** Sends a flow's request and waits for the answer as long as ManyChat does. */
final class FlowClient {

    private static final int CONNECTIONS = 2_000;
    private static final int BODY_LIMIT = 1_048_576;

    private final HttpClient client;
    private final Duration cutOff;

    FlowClient(Vertx vertx, Duration cutOff) {
        this.client = vertx.createHttpClient(new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(CONNECTIONS));
        this.cutOff = cutOff;
    }

    /** The exchange as far as the wire goes; the future never fails. */
    Future<Exchange> send(FlowRequest request) {
        long start = System.nanoTime();
        AtomicReference<HttpClientRequest> opened = new AtomicReference<>();
        Promise<Exchange> done = Promise.promise();
        open(request, done, opened, start);
        return done.future().timeout(cutOff.toMillis(), TimeUnit.MILLISECONDS).recover(failure -> {
            done.tryFail(failure);
            HttpClientRequest left = opened.get();
            if (left != null) {
                left.reset();
            }
            Way way = failure instanceof TimeoutException ? Way.TIMED_OUT : Way.NO_ANSWER;
            String problem = failure.getClass().getSimpleName();
            return Future.succeededFuture(
                    new Exchange(way, request.body(), 0, Map.of(), "", problem, millisSince(start)));
        });
    }

    private void open(
            FlowRequest request, Promise<Exchange> done, AtomicReference<HttpClientRequest> opened, long start) {
        connect(request)
                .compose(ready -> {
                    if (done.future().isComplete()) {
                        return ready.reset().compose(late -> Future.failedFuture("too late"));
                    }
                    opened.set(ready);
                    return ready.send(Buffer.buffer(request.body()));
                })
                .onComplete(response -> read(request, response, done, start), done::tryFail);
    }

    private Future<HttpClientRequest> connect(FlowRequest request) {
        try {
            RequestOptions options =
                    new RequestOptions().setMethod(request.method()).setAbsoluteURI(request.url());
            request.headers().forEach(options::putHeader);
            return client.request(options);
        } catch (RuntimeException e) {
            return Future.failedFuture(e);
        }
    }

    private static void read(FlowRequest request, HttpClientResponse response, Promise<Exchange> done, long start) {
        Buffer body = Buffer.buffer();
        response.handler(chunk -> {
            if (body.length() + chunk.length() > BODY_LIMIT) {
                done.tryFail(new IllegalStateException("an answer over " + BODY_LIMIT + " bytes"));
            } else {
                body.appendBuffer(chunk);
            }
        });
        response.exceptionHandler(done::tryFail);
        response.endHandler(end -> done.tryComplete(new Exchange(
                response.statusCode() == 200 ? Way.ANSWERED : Way.FALLBACK,
                request.body(),
                response.statusCode(),
                headers(response),
                body.toString(),
                response.statusCode() == 200 ? "" : "status " + response.statusCode(),
                millisSince(start))));
    }

    private static Map<String, String> headers(HttpClientResponse response) {
        Map<String, String> headers = new TreeMap<>();
        response.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
        return headers;
    }

    private static long millisSince(long start) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }
}
