package io.turngate.load;

import java.io.IOException;
import java.time.Duration;

/** Writes what contacts have behind them into Redis, in the keys and the form that docs/redis-keys.md describes. */
final class Past {

    private static final long EXCHANGE_MILLIS = 60_000;
    private static final int MOST_HISTORY = 10;

    private final RedisPipe redis;
    private final String reply;
    private final long now;

    Past(RedisPipe redis, String reply) {
        this.redis = redis;
        this.reply = reply;
        this.now = System.currentTimeMillis();
    }

    static String key(Contact contact, String name) {
        return "tg:{" + contact.tenant() + ":" + contact.id() + "}:" + name;
    }

    /** The contact is known and ManyChat has taken their token. */
    void known(Contact contact) throws IOException {
        redis.send(
                "HSET",
                key(contact, "contact"),
                "id",
                contact.tokenDigest().substring(0, 16),
                "tokenAsked",
                Long.toString(now - 5_000),
                "token",
                contact.tokenDigest(),
                "tokenConfirmed",
                Long.toString(now - 4_000));
    }

    /** Messages and their replies, a minute apart; the last message was that long ago. */
    void exchanges(Contact contact, int exchanges, Duration ago) throws IOException {
        exchanges(contact, exchanges, ago, EXCHANGE_MILLIS);
    }

    /** The same, so many milliseconds (at least 2) apart. */
    void exchanges(Contact contact, int exchanges, Duration ago, long apart) throws IOException {
        long last = now - ago.toMillis();
        for (int i = 1; i <= exchanges; i++) {
            long at = last - (exchanges - i) * apart;
            String id = at + "-seeded" + i;
            turn(
                    contact,
                    at,
                    "{\"id\":\"" + id + "\",\"role\":\"contact\",\"text\":\"What about lesson " + i
                            + ", please?\",\"count\":" + i + ",\"rules\":\"9d595c50c846\"}");
            turn(
                    contact,
                    at + 1,
                    "{\"id\":\"" + (at + 1) + "-reply" + i + "\",\"role\":\"agent\",\"text\":\"" + reply
                            + "\",\"to\":\"" + id
                            + "\",\"outcome\":\"answered\",\"runner\":\"scripted\",\"millis\":0,\"history\":"
                            + Math.min(2 * (i - 1), MOST_HISTORY) + "}");
        }
    }

    /** The counter of a stretch that is not over yet. */
    void counter(Contact contact, int count, Duration lastAgo) throws IOException {
        long last = now - lastAgo.toMillis();
        String key = key(contact, "cap");
        redis.send(
                "HSET",
                key,
                "count",
                Integer.toString(count),
                "since",
                Long.toString(last - (count - 1) * EXCHANGE_MILLIS),
                "last",
                Long.toString(last),
                "idle",
                "24",
                "fence",
                Long.toString(last));
        redis.send(
                "PEXPIRE",
                key,
                Long.toString(Duration.ofHours(24).minus(lastAgo).toMillis()));
    }

    private void turn(Contact contact, long at, String member) throws IOException {
        redis.send("ZADD", key(contact, "turns"), Long.toString(at), member);
    }
}
