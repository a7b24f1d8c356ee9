package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.Outcome;
import io.turngate.core.Sha256;
import io.turngate.core.TenantId;
import io.turngate.rules.Rules;
import io.turngate.store.AgentTurn;
import io.turngate.store.Arrival;
import io.turngate.store.Fingerprints;
import io.turngate.store.KeptAnswer;
import io.turngate.store.Proof;
import io.turngate.store.Proof.Mode;
import io.turngate.store.Settlement;
import io.turngate.store.Settlement.Carriage;
import io.turngate.store.Terms;
import io.turngate.store.redis.RedisConversationStore.Attempt;
import io.turngate.testing.RedisServer;
import io.turngate.testing.RedisServer.Binary;
import io.turngate.testing.TestArrival;
import io.turngate.testing.TestRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The straight lines in front of admit and settle do what the general scripts do. Two contacts' worlds, one on each database of
 * a server, live through the same messages: one with the scripts as they are, one with the general scripts alone. Answers, keys
 * and times to live are the same after each step.
 */
class StraightLineIT {

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    static final RedisServer old = RedisServer.create(Binary.EMBEDDED);

    private static final Contact CONTACT = new Contact(new TenantId("school"), new ContactId("1234567"));
    private static final Keys KEYS = Keys.of(CONTACT);
    private static final long START = 1_800_000_000_000L;
    private static final int STEPS = 100;
    private static final String FAR_AWAY = "9999999999999";
    private static final String END = "\nend\n";
    private static final String STRAIGHT = "0";
    private static final String GENERAL = "1";

    /** Every key and value as text, in an order that does not depend on how they are kept. */
    private static final String DUMP = """
            local lines = {}
            for _, key in ipairs(redis.call('KEYS', '*')) do
              local kind = redis.call('TYPE', key).ok
              local read = { string = 'GET', hash = 'HGETALL', zset = 'ZRANGE', list = 'LRANGE' }
              local range = (kind == 'zset' or kind == 'list') and { key, 0, -1 } or { key }
              if kind == 'zset' then range[4] = 'WITHSCORES' end
              local value = redis.call(read[kind], unpack(range))
              if kind == 'hash' then
                local pairs = {}
                for i = 1, #value, 2 do pairs[#pairs + 1] = value[i] .. '=' .. value[i + 1] end
                table.sort(pairs)
                value = pairs
              end
              lines[#lines + 1] = key .. ' ' .. (kind == 'string' and value or table.concat(value, ' | '))
            end
            table.sort(lines)
            return table.concat(lines, '\\n')
            """;

    private static final String LIVES = """
            local lines = {}
            for i, key in ipairs(redis.call('KEYS', '*')) do lines[i] = key .. ' ' .. redis.call('PTTL', key) end
            return table.concat(lines, '\\n')
            """;

    private static final String TOKEN = Sha256.hex("the contact's token");
    private static final List<Duration> PAUSES = List.of(
            Duration.ZERO,
            Duration.ofMillis(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(16),
            Duration.ofMinutes(11),
            Duration.ofMinutes(59),
            Duration.ofHours(1),
            Duration.ofHours(24).minusMillis(1),
            Duration.ofHours(24),
            Duration.ofDays(31),
            Duration.ofSeconds(-3));

    private final List<Supplier<List<String>>> unsettled = new ArrayList<>();
    private long now = START;
    private final ScriptArguments arguments = new ScriptArguments(ContactClock.of(() -> now), "gateway");
    private int replies;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void bothLeaveTheSameBehind(long seed) {
        compare(seed % 3 == 0 ? old : redis, new Random(seed));
        assertThat(replies).as("runs that were begun").isGreaterThan(STEPS / 10);
    }

    @Test
    void theUsualMessageTakesTheStraightLine() {
        in(redis, STRAIGHT, "HSET", KEYS.contact(), "id", "known", "token", TOKEN);
        String reply = run(redis, STRAIGHT, straightLine(Script.ADMIT), usual("", "weak"));
        assertThat(reply).startsWith("[own, known, ");
        now++;
        List<String> given =
                settlement(1, List.of(reply.split(", ", 8)), "n1", List.of("a reply"), Carriage.ANSWERED_OR_PUSHED);
        assertThat(run(redis, STRAIGHT, straightLine(Script.SETTLE), given)).startsWith("[settled, 0");
    }

    @Test
    void oneOfTwoFingerprintsIsGivenBackWhereTheOtherIsTaken() {
        in(redis, STRAIGHT, "HSET", KEYS.contact(), "id", "known", "token", TOKEN);
        in(redis, STRAIGHT, "SET", KEYS.duplicate("weak"), "{}");
        assertThat(run(redis, STRAIGHT, straightLine(Script.ADMIT), usual("strong", "weak")))
                .isEqualTo("null");
        assertThat(world(redis, STRAIGHT).livesMillis()).containsOnlyKeys(KEYS.contact(), KEYS.duplicate("weak"));
    }

    private List<String> usual(String strong, String weak) {
        Fingerprints prints =
                new Fingerprints(strong, Duration.ofHours(24), weak, Duration.ofSeconds(15), "", OptionalLong.empty());
        Arrival arrival = TestArrival.of(CONTACT, "n1", "text", prints, new Proof(Mode.TOKEN, TOKEN));
        return arguments.admit(
                arrival,
                new Terms(new TestRules().build(), Duration.ofSeconds(38), true),
                new Attempt(FAR_AWAY, false),
                8_000);
    }

    private void compare(RedisServer server, Random random) {
        for (int step = 0; step < STEPS; step++) {
            now += PAUSES.get(random.nextInt(PAUSES.size())).toMillis();
            if (step == STEPS / 5) {
                // As if ManyChat had taken a token by now.
                in(server, STRAIGHT, "HSET", KEYS.contact(), "token", TOKEN);
                in(server, GENERAL, "HSET", KEYS.contact(), "token", TOKEN);
            }
            if (random.nextInt(4) == 0) {
                // As if it had been delivered.
                in(server, STRAIGHT, "DEL", KEYS.pending());
                in(server, GENERAL, "DEL", KEYS.pending());
            }
            boolean settles = !unsettled.isEmpty() && random.nextInt(3) > 0;
            Script script = settles ? Script.SETTLE : random.nextInt(6) == 0 ? Script.OPEN : Script.ADMIT;
            List<String> given = switch (script) {
                case SETTLE -> unsettled.remove(0).get();
                case OPEN -> opening(step);
                default -> admission(step, random);
            };
            String what = "step " + step + ": " + script + " " + given;
            String reply = run(server, STRAIGHT, script.source(), given);
            assertThat(reply).as(what).isEqualTo(run(server, GENERAL, general(script), given));
            world(server, STRAIGHT).assertIs(world(server, GENERAL), what);
            if (reply.startsWith("[own, ")) {
                int begun = step;
                unsettled.add(() -> settlement(begun, List.of(reply.split(", ", 8)), given.get(2), random));
                replies++;
            }
        }
    }

    private List<String> admission(int step, Random random) {
        Rules rules = new TestRules().ratePerHour(4).cap(5).build();
        String text = "text " + oneOfFewOrNew(random, step);
        Arrival arrival = TestArrival.of(CONTACT, "n" + step, text, prints(text, random, step), proof(random, step));
        return arguments.admit(
                arrival,
                new Terms(rules, Duration.ofSeconds(38), random.nextBoolean()),
                new Attempt(FAR_AWAY, random.nextInt(10) == 0),
                8_000);
    }

    private static int oneOfFewOrNew(Random random, int step) {
        return random.nextInt(3) == 0 ? random.nextInt(3) : 100 + step;
    }

    private static Proof proof(Random random, int step) {
        return switch (random.nextInt(6)) {
            case 0 -> Proof.BY_SECRET;
            case 1 -> new Proof(Mode.TOKEN, step > 20 ? Sha256.hex("another") : "");
            case 2 -> new Proof(Mode.LENIENT, "");
            default -> new Proof(Mode.TOKEN, TOKEN);
        };
    }

    private Fingerprints prints(String text, Random random, int step) {
        String weak = Sha256.hex(text).substring(0, 24);
        String strong = Sha256.hex("id" + oneOfFewOrNew(random, step)).substring(0, 24);
        return switch (random.nextInt(4)) {
            case 0 -> Fingerprints.NONE;
            case 1 -> new Fingerprints("", Duration.ZERO, weak, Duration.ofSeconds(15), "", OptionalLong.empty());
            case 2 -> new Fingerprints(strong, Duration.ofHours(24), "", Duration.ZERO, "", OptionalLong.empty());
            default ->
                new Fingerprints(
                        strong,
                        Duration.ofMinutes(10),
                        weak,
                        Duration.ofSeconds(15),
                        "stamp",
                        OptionalLong.of(now - random.nextInt(900_000)));
        };
    }

    private List<String> settlement(int step, List<String> run, String nonce, Random random) {
        List<String> texts = random.nextInt(4) == 0 ? List.of("a reply", "in two") : List.of("a reply");
        return settlement(step, run, nonce, texts, Carriage.values()[random.nextInt(Carriage.values().length)]);
    }

    private List<String> settlement(int step, List<String> run, String nonce, List<String> texts, Carriage carriage) {
        AgentTurn turn = new AgentTurn(
                CONTACT, "s" + step, run.get(6), texts, Outcome.ANSWERED, Optional.empty(), Optional.empty());
        KeptAnswer answer = new KeptAnswer(false, 1, 4, 0, Outcome.ANSWERED, Optional.empty(), turn.texts());
        Settlement settlement = new Settlement(
                CONTACT, Optional.of(run.get(2)), List.of(turn), Map.of(nonce, answer), carriage, Optional.empty());
        return arguments.settle(settlement, new Terms(new TestRules().build(), Duration.ofSeconds(38), true), FAR_AWAY);
    }

    /** The script without its straight line, where it has one. */
    private static String general(Script script) {
        return script == Script.OPEN
                ? script.source()
                : script.source().substring(straightLine(script).length());
    }

    /** Writes a turn beside a run, whose lane may be one text. */
    private List<String> opening(int step) {
        AgentTurn answer = new AgentTurn(
                CONTACT,
                "o" + step,
                "",
                List.of("welcome " + step),
                Outcome.ANSWERED,
                Optional.empty(),
                Optional.empty());
        Arrival arrival = TestArrival.of(CONTACT, "o" + step, "start", Fingerprints.NONE, new Proof(Mode.TOKEN, TOKEN));
        return arguments.open(
                arrival, answer, new Terms(new TestRules().build(), Duration.ofSeconds(38), true), FAR_AWAY);
    }

    /** The block in front. */
    private static String straightLine(Script script) {
        return script.source().substring(0, script.source().indexOf(END) + END.length());
    }

    private static String run(RedisServer server, String database, String source, List<String> given) {
        List<String> words = new ArrayList<>(
                List.of("EVAL", source, Integer.toString(KEYS.all().size())));
        words.addAll(KEYS.all());
        words.addAll(given);
        return in(server, database, words.toArray(String[]::new));
    }

    /** All keys with their values and, apart from these, their times to live. */
    private static World world(RedisServer server, String database) {
        Map<String, Long> lives = new TreeMap<>();
        String values = in(server, database, "EVAL", DUMP, "0");
        for (String line : in(server, database, "EVAL", LIVES, "0").split("\n")) {
            int space = line.indexOf(' ');
            if (space > 0) {
                lives.put(line.substring(0, space), Long.parseLong(line.substring(space + 1)));
            }
        }
        return new World(values, lives);
    }

    private record World(String values, Map<String, Long> livesMillis) {

        void assertIs(World other, String what) {
            assertThat(values).as(what).isEqualTo(other.values);
            livesMillis.forEach((key, millis) -> assertThat(millis)
                    .as("%s: time to live of %s", what, key)
                    .isCloseTo(other.livesMillis.get(key), within(3_000L)));
        }
    }

    private static String in(RedisServer server, String database, String... command) {
        return server.calls(List.of(new String[] {"SELECT", database}, command)).get(1);
    }
}
