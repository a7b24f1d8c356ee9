package io.turngate.store;

/** What has become of a message that waited. */
public sealed interface Fate {

    /** All that waited is the asking gateway's to answer now. */
    record Taken(LaneRun run) implements Fate {}

    /**
     * It still waits.
     *
     * @param holder the gateway that has the lane, empty if none has
     */
    record StillWaiting(String holder) implements Fate {}

    /**
     * It is part of a run.
     *
     * @param count its number in the stretch
     * @param isNewest whether no later request is part of that run
     */
    record InRun(int count, boolean isNewest) implements Fate {}

    /** Another gateway answered it. */
    record Done(KeptAnswer answer) implements Fate {}

    /** Its request reached its deadline: it left the lane, recorded, counted and handed over. */
    record Left(int count) implements Fate {}

    /**
     * Its caller is to be told that the answer comes later: it is pushed.
     *
     * @param count its number in the stretch, or what that will be
     * @param stillWaits whether nothing runs for it yet, so that it still has to ask for its turn
     */
    record Acknowledged(int count, boolean stillWaits) implements Fate {}

    /** Nothing is known of it: it was handed over meanwhile, or its lane was lost. */
    record Lost() implements Fate {}
}
