package io.turngate.store.redis;

import io.turngate.store.LinkListener;
import io.turngate.store.Reach;
import io.turngate.store.ServerFacts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;

/** One server that holds every key: always the same, or the one that the sentinels name. */
final class SinglePrimary implements Primaries {

    private static final String NAME = "primary";

    private final PrimaryFinder finder;
    private final RedisLink link;
    private final List<Primary> all;
    private final boolean waits;

    private SinglePrimary(PrimaryFinder finder, RedisLink link, LinkTerms terms) {
        this.finder = finder;
        this.link = link;
        this.all = List.of(new Primary(NAME, link));
        this.waits = terms.waits();
    }

    /** A server that stays where it is. */
    static SinglePrimary standalone(Vertx vertx, RedisEndpoint endpoint, LinkListener listener) {
        PrimaryFinder finder =
                PrimaryFinder.at(RedisAddress.ofUri(endpoint.uris().get(0)));
        LinkTerms terms = LinkTerms.of(endpoint);
        return create(vertx, finder, terms, Greeting.ofServer(Script.ALL, terms.waits()), listener);
    }

    /** The server that a majority of the sentinels names. */
    static SinglePrimary sentinel(Vertx vertx, RedisEndpoint endpoint, LinkListener listener) {
        LinkTerms terms = LinkTerms.of(endpoint);
        PrimaryFinder finder = new SentinelWatch(
                vertx,
                endpoint.master().orElseThrow(),
                endpoint.uris().stream().map(RedisAddress::ofUri).toList(),
                terms.ofSentinels());
        return create(vertx, finder, terms, Greeting.ofPrimary(Script.ALL, terms.waits()), listener);
    }

    private static SinglePrimary create(
            Vertx vertx, PrimaryFinder finder, LinkTerms terms, Greeting greeting, LinkListener listener) {
        RedisLink link = new RedisLink(
                vertx, new RedisLink.Parts("Redis", terms, finder::find, greeting), new Events(finder, listener));
        return new SinglePrimary(finder, link, terms);
    }

    @Override
    public Future<List<ServerFacts>> open() {
        return finder.open(() -> link.redial("the sentinels name another primary"))
                .transform(found -> link.open()
                        .map(List::of)
                        .recover(failure -> Future.failedFuture(found.failed() ? found.cause() : failure)));
    }

    @Override
    public Future<Response> send(String key, Request request) {
        return link.send(request);
    }

    @Override
    public Future<Response> sendKept(String key, Request request) {
        Future<Response> sent = link.send(request);
        return waits ? sent.compose(reply -> link.confirmed(key, reply)) : sent;
    }

    @Override
    public List<Primary> all() {
        return all;
    }

    @Override
    public long nowMillis(String key) {
        return link.serverNowMillis();
    }

    @Override
    public void clockSaid(String key, long nowMillis) {
        link.serverClockSaid(nowMillis);
    }

    @Override
    public long timeoutMillis() {
        return link.timeoutMillis();
    }

    @Override
    public Future<Void> close() {
        return finder.close().eventually(link::close);
    }

    /** Everything is with the one, so the one says it all. */
    private static final class Events implements RedisLink.Events {

        private final PrimaryFinder finder;
        private final LinkListener listener;
        private String server = "";

        private Events(PrimaryFinder finder, LinkListener listener) {
            this.finder = finder;
            this.listener = listener;
        }

        @Override
        public void up(RedisAddress address, ServerFacts facts) {
            String now = address.toString();
            if (!server.isEmpty() && !server.equals(now)) {
                listener.left(server);
            }
            server = now;
            listener.greeted(now, facts);
            listener.reaches(Reach.EVERYTHING);
        }

        @Override
        public void down() {
            finder.lost();
            listener.reaches(Reach.NOTHING);
        }

        @Override
        public void command(long nanos, boolean succeeded) {
            listener.command(nanos, succeeded);
        }

        @Override
        public void shortOfReplicas(int answers) {
            listener.shortOfReplicas(answers);
        }
    }
}
