package io.turngate.conversation;

import io.turngate.core.Turn;
import java.util.List;

/** What the runner sees of hand-overs and fixed texts, so that it neither repeats nor obeys them. */
public final class NeutralNotes {

    static final String HANDOVER = "[handed to a colleague]";

    private NeutralNotes() {}

    /** The history with a note in the place of each text that was the gateway's own; each turn stays where it was. */
    public static List<Turn> in(List<Turn> history) {
        return history.stream().map(NeutralNotes::of).toList();
    }

    private static Turn of(Turn turn) {
        return turn.isHandover()
                ? new Turn(turn.id(), turn.role(), HANDOVER, turn.recordedAtMillis(), turn.outcome(), turn.reason())
                : turn;
    }
}
