package io.turngate;

import io.turngate.ChaosRecord.Said;
import io.turngate.ChaosRecord.Told;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/**
 * Contacts who write bursts of one to three messages within two seconds, at any of the gateways, wait for all answers and
 * write again later. One message in ten is delivered twice: at once or later, to the same gateway or the other one. All
 * of it runs on one event loop; its methods may be called from any thread.
 */
final class ChaosLoad {

    private static final int FIRST_CONTACT = 1_001;
    private static final int MOST_IN_A_BURST = 3;
    private static final double MEAN_BURST = 2;
    private static final double REPEATED = 0.1;
    private static final int LONGEST_GAP_MILLIS = 900;
    private static final int LATEST_REPEAT_MILLIS = 3_000;
    private static final int MILLIS = 1_000;
    /** First words and last ones do not all come at once. */
    private static final int SPREAD_MILLIS = 2_000;

    private final Vertx vertx;
    private final Context context;
    private final ChaosPlan plan;
    private final ChaosClient client;
    private final Map<String, Random> chances = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<Said> said = new CopyOnWriteArrayList<>();
    private final List<Future<Void>> writers = new ArrayList<>();
    private volatile boolean stopped;

    ChaosLoad(Vertx vertx, ChaosPlan plan, ChaosClient client) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.plan = plan;
        this.client = client;
        contacts(plan).forEach(contact -> chances.put(contact, new Random(plan.seed() * 31 + contact.hashCode())));
    }

    static List<String> contacts(ChaosPlan plan) {
        return IntStream.range(FIRST_CONTACT, FIRST_CONTACT + plan.contacts())
                .mapToObj(Integer::toString)
                .toList();
    }

    /** Each contact writes once, and nothing twice; done when all are answered. */
    Future<Void> once(boolean last) {
        return onLoop(() -> all(
                contact -> pause(chance(contact).nextInt(SPREAD_MILLIS)).compose(now -> say(contact, last, false))));
    }

    /** From now on contacts write, until {@link #stop}. */
    Future<Void> begin() {
        return onLoop(() -> {
            contacts(plan).forEach(contact -> writers.add(goOn(contact)));
            return Future.succeededFuture();
        });
    }

    /** No burst begins any more; done when the last answer is there. */
    Future<Void> stop() {
        stopped = true;
        return onLoop(() -> Future.join(writers).mapEmpty());
    }

    List<Said> said() {
        return List.copyOf(said);
    }

    private Future<Void> goOn(String contact) {
        int mean = (int) (plan.contacts() * MEAN_BURST * MILLIS / plan.perSecond());
        return pause(chance(contact).nextInt(2 * mean)).compose(now -> {
            if (stopped) {
                return Future.succeededFuture();
            }
            return burst(contact).compose(answered -> goOn(contact));
        });
    }

    private Future<Void> burst(String contact) {
        List<Future<Void>> messages = new ArrayList<>();
        int delay = 0;
        for (int left = 1 + chance(contact).nextInt(MOST_IN_A_BURST); left > 0; left--) {
            boolean repeated = chance(contact).nextDouble() < REPEATED;
            messages.add(pause(delay).compose(now -> say(contact, false, repeated)));
            delay += chance(contact).nextInt(LONGEST_GAP_MILLIS);
        }
        return Future.join(messages).mapEmpty();
    }

    private Future<Void> say(String contact, boolean last, boolean repeated) {
        int number = numbers.merge(contact, 1, Integer::sum);
        List<Told> told = new CopyOnWriteArrayList<>();
        Said message = new Said(contact, ChaosTexts.text(contact, number), System.nanoTime(), told, last);
        said.add(message);
        String body = client.body(message, number);
        int gateway = chance(contact).nextInt(2);
        Future<Void> answered = client.deliver(message, body, gateway);
        if (!repeated) {
            return answered;
        }
        int later = chance(contact).nextBoolean() ? 0 : chance(contact).nextInt(LATEST_REPEAT_MILLIS);
        int where = chance(contact).nextInt(2);
        return Future.join(answered, pause(later).compose(now -> client.repeat(message, body, where)))
                .mapEmpty();
    }

    private Random chance(String contact) {
        return chances.getOrDefault(contact, new Random(0));
    }

    private Future<Void> pause(int millis) {
        return vertx.timer(Math.max(1, millis)).mapEmpty();
    }

    private Future<Void> all(java.util.function.Function<String, Future<Void>> each) {
        return Future.join(contacts(plan).stream().map(each).toList()).mapEmpty();
    }

    private Future<Void> onLoop(java.util.function.Supplier<Future<Void>> what) {
        Promise<Void> done = Promise.promise();
        context.runOnContext(go -> what.get().onComplete(done));
        return done.future();
    }
}
