package io.turngate.outbox;

import io.turngate.config.Secret;
import io.turngate.core.Sha256;
import io.turngate.store.Pace;
import io.turngate.store.Pace.Slot;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kinds of call that ManyChat limits, each with the pace that is kept: somewhat under what ManyChat allows. */
public enum PacedCall {
    /** 25 a second are allowed. */
    SEND_CONTENT("sendContent", 20),
    /** 20 a second. */
    SEND_FLOW("sendFlow", 16),
    /** 10 a second. */
    SET_FIELD("setField", 8),
    /** 10 a second, adding and removing together. */
    TAG("tag", 8),
    /** 100 a second. */
    GET_INFO("getInfo", 50);

    /** A process that stood still for a moment must not make up for it in a burst: this much faster, and no more. */
    private static final int SHORTEST_GAP_PERCENT = 96;

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
    private static final Duration TOO_FAST_PAUSE = Duration.ofSeconds(1);
    private static final Pattern NAMED_KEY = Pattern.compile("([A-Za-z0-9_-]{1,64}):.*");

    private final String word;
    private final Duration interval;

    PacedCall(String word, int aSecond) {
        this.word = word;
        this.interval = Duration.ofSeconds(1).dividedBy(aSecond);
    }

    /** The word in key names and metrics. */
    public String word() {
        return word;
    }

    /** The time that lies between two calls of this process even if it fell behind its slots. */
    Duration shortestGap() {
        return interval.multipliedBy(SHORTEST_GAP_PERCENT).dividedBy(100);
    }

    /** Reserves a slot; none that would have to be waited for longer than five seconds. */
    Future<Slot> reserve(Pace pace, Secret apiToken) {
        return pace.reserve(account(apiToken), word, interval, LONGEST_WAIT);
    }

    /** ManyChat found it too fast: for a second nobody makes a further one. */
    Future<Void> slowDown(Pace pace, Secret apiToken) {
        return pace.slowDown(account(apiToken), word, TOO_FAST_PAUSE);
    }

    /** The account's number, which a key begins with; a digest for a key of another form. Never the key itself. */
    static String account(Secret apiToken) {
        Matcher named = NAMED_KEY.matcher(apiToken.reveal());
        return named.matches() ? named.group(1) : Sha256.hex(apiToken.reveal()).substring(0, 16);
    }
}
