package io.turngate.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A program: what a message of contacts with a very long past costs, against one of contacts with a short one. Both write in turn,
 * block by block, at the same gateway. Ends with 1 if the long past costs more than a fifth more. For load-tests/long-history.
 */
public final class LongHistory {

    private static final int CONTACTS = Settings.number("contacts", 50, 1, 1_000);
    private static final int LONG_EXCHANGES = Settings.number("turns", 10_000, 10, 100_000) / 2;
    private static final int SHORT_EXCHANGES = 5;
    private static final int MESSAGES = Settings.number("messages", 10, 1, 50);
    private static final int PAIRS = Settings.number("pairs", 10, 1, 100);
    private static final int WARM_UP_PAIRS = 3;
    private static final double MOST = 1.2;
    private static final Duration SILENT_FOR = Duration.ofHours(25);

    /** 10,000 turns lie inside of the history's 30 days. */
    private static final long APART_MILLIS = 240_000;

    private final Target target = Target.read();
    private final Caller caller = new Caller(target);
    private final List<Contact> all = new Contacts(target, 2 * CONTACTS).all();
    private final Side longPast = new Side(all.subList(0, CONTACTS), LONG_EXCHANGES);
    private final Side shortPast = new Side(all.subList(CONTACTS, 2 * CONTACTS), SHORT_EXCHANGES);

    private LongHistory() {}

    private record Side(List<Contact> contacts, int exchanges) {}

    /** What a message cost in one block, in milliseconds. */
    private record Cost(double gateway, double redis, double latency) {}

    public static void main(String[] arguments) throws IOException {
        System.exit(new LongHistory().measure() ? 0 : 1);
    }

    private boolean measure() throws IOException {
        prepareAll(longPast);
        prepareAll(shortPast);
        List<Cost> longCosts = new ArrayList<>();
        List<Cost> shortCosts = new ArrayList<>();
        for (int pair = 0; pair < WARM_UP_PAIRS + PAIRS; pair++) {
            boolean isLongFirst = pair % 2 == 0;
            Cost first = block(isLongFirst ? longPast : shortPast);
            Cost second = block(isLongFirst ? shortPast : longPast);
            if (pair >= WARM_UP_PAIRS) {
                longCosts.add(isLongFirst ? first : second);
                shortCosts.add(isLongFirst ? second : first);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "a message, median of %d blocks of %d  %8d turns %8d turns    ratio%n",
                PAIRS,
                CONTACTS * MESSAGES,
                2 * LONG_EXCHANGES,
                2 * SHORT_EXCHANGES);
        return isBelow("Redis, processor ms", longCosts, shortCosts, Cost::redis)
                & isBelow("gateway, processor ms", longCosts, shortCosts, Cost::gateway)
                & isBelow("latency, median ms", longCosts, shortCosts, Cost::latency);
    }

    private Cost block(Side side) throws IOException {
        prepare(side);
        Cpu before = Cpu.read();
        List<Long> nanos = caller.write(side.contacts(), MESSAGES);
        Cpu used = Cpu.read().since(before);
        double messages = nanos.size();
        return new Cost(
                used.gatewayMillis() / messages,
                used.redisMillis() / messages,
                median(nanos.stream().map(Long::doubleValue).toList()) / 1e6);
    }

    private void prepareAll(Side side) throws IOException {
        try (RedisPipe redis = new RedisPipe(target.redisPort())) {
            Past past = new Past(redis, target.reply());
            for (Contact contact : side.contacts()) {
                past.known(contact);
                past.exchanges(contact, side.exchanges(), SILENT_FOR, APART_MILLIS);
                contact.hasBehind(0, 2 * side.exchanges());
            }
        }
    }

    /** Before each block short pasts are short again, and nobody has written in the past hour: that has its own cost. */
    private void prepare(Side side) throws IOException {
        try (RedisPipe redis = new RedisPipe(target.redisPort())) {
            Past past = new Past(redis, target.reply());
            for (Contact contact : side.contacts()) {
                redis.send("DEL", Past.key(contact, "rate"));
                if (side == shortPast) {
                    redis.send("DEL", Past.key(contact, "turns"));
                    past.exchanges(contact, side.exchanges(), SILENT_FOR, APART_MILLIS);
                }
            }
        }
    }

    private static boolean isBelow(
            String what, List<Cost> longCosts, List<Cost> shortCosts, ToDoubleFunction<Cost> figure) {
        double ratio = median(IntStream.range(0, PAIRS)
                .mapToObj(i -> figure.applyAsDouble(longCosts.get(i)) / figure.applyAsDouble(shortCosts.get(i)))
                .toList());
        System.out.printf(
                Locale.ROOT,
                "%-36s %14.3f %14.3f    %5.2f%s%n",
                what,
                median(longCosts.stream().map(figure::applyAsDouble).toList()),
                median(shortCosts.stream().map(figure::applyAsDouble).toList()),
                ratio,
                ratio > MOST ? "  more than " + MOST : "");
        return ratio <= MOST;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }
}
