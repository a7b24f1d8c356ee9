import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The least that keeps the two rules: reads a message, counts it and fetches the newest ten turns in one script, appends a fixed
 * reply in another. No authentication, validation, duplicates, lanes, metrics or log. What the gateway is measured against.
 *
 * <p>Arguments: port, Redis URI, folder of the two scripts.
 */
public final class Floor extends VerticleBase {

    private static final String REPLY = "A group course is 120 EUR a month, two lessons a week, books included.";
    private static final String IDLE_MILLIS = Long.toString(24L * 3_600_000);
    private static final String REACH_MILLIS = Long.toString(30L * 24 * 3_600_000);

    private final int port;
    private final String redisUri;
    private final String count;
    private final String append;
    private RedisConnection redis;
    private String countSha;
    private String appendSha;

    private Floor(int port, String redisUri, Path scripts) throws IOException {
        this.port = port;
        this.redisUri = redisUri;
        this.count = Files.readString(scripts.resolve("count.lua"));
        this.append = Files.readString(scripts.resolve("append.lua"));
    }

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        Path scripts = Path.of(arguments[2]);
        Vertx vertx = Vertx.vertx();
        Future<?> last = Future.succeededFuture();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            Floor floor = new Floor(port, arguments[1], scripts);
            last = last.compose(started -> vertx.deployVerticle(floor));
        }
        last.onComplete(
                started -> System.out.println("the floor listens on " + port),
                failure -> {
                    System.err.println("the floor cannot start: " + failure.getMessage());
                    System.exit(2);
                });
    }

    @Override
    public Future<?> start() {
        RedisOptions options = new RedisOptions().setConnectionString(redisUri).setMaxPoolSize(1).setMaxWaitingHandlers(16_384);
        return Redis.createClient(vertx, options)
                .connect()
                .compose(connection -> {
                    redis = connection;
                    return load(count);
                })
                .compose(sha -> {
                    countSha = sha;
                    return load(append);
                })
                .compose(sha -> {
                    appendSha = sha;
                    return vertx.createHttpServer().requestHandler(this::handle).listen(port, "127.0.0.1");
                });
    }

    private Future<String> load(String script) {
        return redis.send(Request.cmd(Command.SCRIPT).arg("LOAD").arg(script)).map(Response::toString);
    }

    private void handle(HttpServerRequest request) {
        request.body()
                .compose(body -> answer(new JsonObject(body)))
                .onComplete(
                        answer -> request.response()
                                .putHeader("Content-Type", "application/json")
                                .end(answer),
                        failure -> request.response().setStatusCode(500).end());
    }

    private Future<Buffer> answer(JsonObject body) {
        String contact = body.getString("subscriber_id");
        String turns = "floor:{" + contact + "}:turns";
        String cap = "floor:{" + contact + "}:cap";
        String id = UUID.randomUUID().toString();
        String theirs = turn(id, "contact", body.getString("text"));
        return redis.send(Request.cmd(Command.EVALSHA, countSha, 2, turns, cap, theirs, IDLE_MILLIS, REACH_MILLIS))
                .compose(counted -> {
                    JsonArray history = new JsonArray();
                    for (Response member : counted.get(1)) {
                        history.add(new JsonObject(member.toString()));
                    }
                    return redis.send(Request.cmd(Command.EVALSHA, appendSha, 1, turns, turn(id, "agent", REPLY)))
                            .map(appended -> new JsonObject()
                                    .put("reply", REPLY)
                                    .put("turn", counted.get(0).toInteger())
                                    .put("history", history.size())
                                    .toBuffer());
                });
    }

    private static String turn(String id, String role, String text) {
        return new JsonObject().put("id", id).put("role", role).put("text", text).encode();
    }
}
