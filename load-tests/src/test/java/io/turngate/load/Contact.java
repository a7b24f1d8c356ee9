package io.turngate.load;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A contact whose token the gateway knows, and what has been said: from it follows how each further message must be answered.
 * Used by one virtual user at a time.
 */
final class Contact {

    /** {@code maxTurnsPerConversation} of the rules that the launcher writes, unless it is told another. */
    private static final int CAP = Settings.number("cap", 25, 1, 1_000);

    private static final int MOST_HISTORY = 10;

    /** How long texts are at least; they are filled up with dots. */
    private static final int TEXT_LENGTH = Settings.number("text", 0, 0, 4_000);

    private final String tenant;
    private final String id;
    private int written;
    private int turn;
    private int turnsInReach;

    Contact(String tenant, String id) {
        this.tenant = tenant;
        this.id = id;
    }

    String tenant() {
        return tenant;
    }

    String id() {
        return id;
    }

    /** The token that ManyChat would hold: 43 characters, the same in each run. */
    String token() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sha256(tenant + "/" + id));
    }

    /** What Redis holds of it. */
    String tokenDigest() {
        return HexFormat.of().formatHex(sha256(token()));
    }

    /** What happened before the run: messages in the present stretch, and turns that are not too old for the history. */
    void hasBehind(int messagesInStretch, int turns) {
        turn = messagesInStretch;
        turnsInReach = turns;
    }

    /** The next message, sent while nothing else of this contact is under way. */
    Message writes() {
        turn++;
        Expected expected = turn > CAP ? Expected.escalated("turn_cap", turn) : Expected.answered(turn, history());
        turnsInReach += 2;
        return message(expected);
    }

    /** The same where the runner takes longer than the answer may. */
    Message writesToSlowRunner() {
        int given = history();
        return writes().expecting(Expected.acknowledged(turn, given));
    }

    /** Three messages, the second and third while the first is being answered: they get one reply, the last one carries it. */
    Message[] writesThree() {
        Message first = writes();
        Message second = message(Expected.silent(turn + 1));
        Message third = message(Expected.answered(turn + 2, history()));
        turn += 2;
        turnsInReach += 3;
        return new Message[] {first, second, third};
    }

    /** A message of somebody else in this contact's name, the forger's so many. Changes nothing; any thread may ask. */
    Message forged(int number) {
        return new Message(this, number, "What did I ask before " + number + "?", "", Expected.unbound());
    }

    private int history() {
        return Math.min(turnsInReach, MOST_HISTORY);
    }

    /** Texts differ, since the same one again is a second delivery. */
    private Message message(Expected expected) {
        int number = written++;
        String text = "What about course " + number + ", please?";
        return new Message(this, number, text + ".".repeat(Math.max(0, TEXT_LENGTH - text.length())), "", expected);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
