package io.turngate.conversation;

import io.turngate.core.Contact;
import io.turngate.core.Reason;
import io.turngate.store.Fate;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/**
 * A message that waits in its lane. While this gateway holds the lane it waits to be told; while another one does it asks
 * twice a second. At its deadline it leaves; or its caller is told that the answer comes later, and it goes on waiting.
 */
final class Waiter {

    private static final long POLL_MILLIS = 500;

    /** How long a run that must end by this message's own deadline may be late with its answer. */
    private static final long GRACE_MILLIS = 600;

    private final Vertx vertx;
    private final Context context;
    private final Passage passage;
    private final Lanes service;
    private long pollTimer = -1;
    private long deadlineTimer = -1;
    private boolean asking;

    /** Whether it was given the run: nothing is left to ask for. */
    private boolean running;

    /** Whether its caller was told that the answer comes later: it waits without a request. */
    private boolean told;

    private final Promise<Void> over = Promise.promise();

    Waiter(Vertx vertx, Passage passage, Lanes service) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.passage = passage;
        this.service = service;
    }

    /** Completes once nothing waits any more. */
    Future<Void> whenOver() {
        return over.future();
    }

    Contact contact() {
        return passage.contact();
    }

    /**
     * Begins to wait, on the event loop of its request.
     *
     * @param isHolderHere whether it was this gateway that had the lane
     */
    void start(boolean isHolderHere) {
        deadlineTimer = vertx.setTimer(passage.deadline().boundMillis(Long.MAX_VALUE), timer -> deadline());
        passage.answer().onComplete(done -> context.runOnContext(answered -> stopUnlessTold()));
        if (service.isHeldHere(contact())) {
            return;
        }
        if (isHolderHere) {
            ask();
        } else {
            pollLater(POLL_MILLIS);
        }
    }

    /** The lane may be free; callable from any thread. */
    void wake() {
        context.runOnContext(woken -> ask());
    }

    /** The lane is held elsewhere, so nobody here will say when it is free; callable from any thread. */
    void wakeToPoll() {
        context.runOnContext(woken -> {
            if (pollTimer < 0) {
                pollLater(POLL_MILLIS);
            }
        });
    }

    private void stopUnlessTold() {
        if (!told) {
            stop();
        }
    }

    private void stop() {
        vertx.cancelTimer(pollTimer);
        vertx.cancelTimer(deadlineTimer);
        over.tryComplete();
    }

    private boolean isOver() {
        return over.future().isComplete() || passage.answer().isComplete() && !told;
    }

    private void ask() {
        if (isOver()) {
            // It was woken for all that wait here.
            service.wakeOthers(this);
            return;
        }
        if (asking || running) {
            return;
        }
        asking = true;
        service.take(passage).onComplete(asked -> {
            asking = false;
            if (asked.failed()) {
                pollLater(POLL_MILLIS);
            } else {
                heard(asked.result());
            }
        });
    }

    private void heard(Fate fate) {
        if (told) {
            heardWithoutRequest(fate);
        } else if (fate instanceof Fate.Taken) {
            running = true;
        } else if (fate instanceof Fate.Acknowledged acknowledged) {
            acknowledge(acknowledged);
        } else if (fate instanceof Fate.Done done) {
            passage.answered(Answers.of(done.answer()));
        } else if (fate instanceof Fate.Left left) {
            passage.answered(Answers.escalated(passage.rules(), left.count(), Reason.BUSY));
        } else if (fate instanceof Fate.Lost && service.isHeldHere(contact())) {
            // Its run may just have ended on another event loop here, which has its answer and is about to hear so.
            pollLater(POLL_MILLIS);
        } else if (fate instanceof Fate.Lost) {
            passage.answered(Answers.refused(passage.rules(), Reason.STATE_UNAVAILABLE));
            service.wakeOthers(this);
        } else if (fate instanceof Fate.StillWaiting && !service.isHeldHere(contact())) {
            service.wakeOthers(this);
            pollLater(POLL_MILLIS);
        } else if (fate instanceof Fate.InRun && !service.isHeldHere(contact())) {
            pollLater(POLL_MILLIS);
        }
    }

    /** The message stays in its lane, or its run goes on; what is said then is pushed. */
    private void acknowledge(Fate.Acknowledged acknowledged) {
        told = acknowledged.stillWaits();
        passage.answered(Answers.acknowledged(passage.rules(), acknowledged.count()));
        if (told) {
            // Whatever holds the lane now is over by then, or else whoever looks after lanes hands the message over.
            deadlineTimer = vertx.setTimer(2 * service.lease().toMillis(), timer -> stop());
            pollLater(POLL_MILLIS);
        }
    }

    private void heardWithoutRequest(Fate fate) {
        if (fate instanceof Fate.StillWaiting) {
            pollLater(POLL_MILLIS);
        } else {
            stop();
        }
    }

    private void pollLater(long millis) {
        if (!isOver()) {
            vertx.cancelTimer(pollTimer);
            pollTimer = vertx.setTimer(millis, timer -> {
                pollTimer = -1;
                ask();
            });
        }
    }

    private void deadline() {
        if (isOver()) {
            return;
        }
        service.leave(passage).onComplete(left -> {
            if (left.failed()) {
                passage.answered(Answers.refused(passage.rules(), Reason.STATE_UNAVAILABLE));
                service.abandon(passage);
            } else if (left.result() instanceof Fate.InRun run) {
                inRunAtDeadline(run);
            } else {
                heard(left.result());
            }
        });
    }

    /** A later request carries the reply, or else this one does: its run ends with its deadline, and is waited for. */
    private void inRunAtDeadline(Fate.InRun run) {
        if (!run.isNewest()) {
            passage.answered(Answers.silent(passage.rules(), run.count()));
            return;
        }
        vertx.cancelTimer(pollTimer);
        pollTimer = vertx.setTimer(
                GRACE_MILLIS,
                timer -> service.leave(passage).onComplete(asked -> {
                    if (asked.succeeded() && asked.result() instanceof Fate.Done done) {
                        heard(done);
                    } else {
                        passage.answered(Answers.escalated(passage.rules(), run.count(), Reason.BUSY));
                        giveUpRunThatNobodyWorksOn();
                    }
                }));
    }

    /** The run was given to this gateway, but it never heard so. */
    private void giveUpRunThatNobodyWorksOn() {
        if (!service.isHeldHere(contact())) {
            service.abandon(passage);
        }
    }
}
