package io.turngate.emulator;

import io.turngate.config.Secret;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A ManyChat of one's own, on loopback. Its methods may be called from any thread; what they change is changed on one
 * event loop, in the order of the calls, and is there when their future completes.
 */
public final class Emulator {

    private final Vertx vertx;
    private final EmulatorOptions options;
    private final EmulatorParts parts;
    private final EmulatorVerticle verticle;
    private String deployment = "";

    private Emulator(Vertx vertx, EmulatorOptions options) {
        this.vertx = vertx;
        this.options = options;
        this.parts = new EmulatorParts(vertx, options);
        this.verticle = new EmulatorVerticle(options, parts);
    }

    /** Starts one; fails if it cannot listen. */
    public static Future<Emulator> start(Vertx vertx, EmulatorOptions options) {
        Emulator emulator = new Emulator(vertx, options);
        return vertx.deployVerticle(emulator.verticle).map(id -> {
            emulator.deployment = id;
            return emulator;
        });
    }

    /** What stands in the place of {@code https://api.manychat.com}. */
    public String baseUrl() {
        String host = options.host().contains(":") ? "[::1]" : options.host();
        return "http://" + host + ":" + verticle.port();
    }

    /** The port it listens on; the same again after {@link #acceptConnections}. */
    public int port() {
        return verticle.port();
    }

    /** The key of its API. */
    public Secret apiToken() {
        return options.account().apiToken();
    }

    /** The faults that are set. */
    public Faults faults() {
        return parts.faults();
    }

    /** How often the API was called. */
    public Usage usage() {
        return parts.usage();
    }

    /** A contact as they are now. */
    public Optional<ContactView> findContact(String id) {
        return parts.contacts().view(id);
    }

    /** A contact as they are now, who must be known. */
    public ContactView contact(String id) {
        return findContact(id).orElseThrow(() -> new NoSuchElementException("the emulator has no such contact"));
    }

    /** All contacts as they are now, in no order. */
    public Collection<ContactView> contacts() {
        return parts.contacts().views();
    }

    /** Adds contacts, in place of those with the same ids. */
    public Future<Void> put(ContactSpec... added) {
        return change(() -> {
            for (ContactSpec spec : added) {
                parts.contacts().put(new ContactState(spec, options.clock().instant()));
            }
        });
    }

    /** Forgets a contact: for the API they do not exist. */
    public Future<Void> forget(String contact) {
        return change(() -> parts.contacts().remove(contact));
    }

    /** Sets a contact's custom field by hand; the account must have it. */
    public Future<Void> setField(String contact, String field, Object value) {
        return change(() -> {
            options.account().requireField(field, value);
            change(
                    contact,
                    changing -> changing.setField(field, value, options.clock().instant()));
        });
    }

    /** Empties a contact's custom field by hand. */
    public Future<Void> unsetField(String contact, String field) {
        return change(() -> change(contact, changing -> changing.unsetField(field)));
    }

    /**
     * Which gateway flows call from now on.
     *
     * @param messages the address of a tenant's messages, for example {@code http://127.0.0.1:8080/v1/demo/messages}
     */
    public Future<Void> pointAt(String messages, Secret secret) {
        FlowTarget target = new FlowTarget(URI.create(messages), secret);
        return change(() -> parts.flows().pointAt(target));
    }

    /**
     * A contact says something; what came of it once the answer has had its effect. Fails for a contact that is not known
     * and before {@link #pointAt}; every failure of the gateway is an {@link Exchange}.
     */
    public Future<Exchange> say(Say said) {
        return run(() -> parts.flows().say(said));
    }

    /** A contact says something: through the callback if one waits, else through a Dynamic Block. */
    public Future<Exchange> say(String contact, String text) {
        return say(Say.of(contact, text));
    }

    /** A contact says something by a way of one's choice. */
    public Future<Exchange> say(String contact, String text, Via via) {
        return say(Say.of(contact, text).via(via));
    }

    /** An outage: connections are cut and refused. */
    public Future<Void> refuseConnections() {
        return run(verticle::shut);
    }

    /** The end of an outage: it listens on its port again. */
    public Future<Void> acceptConnections() {
        return run(verticle::open);
    }

    /** An outage of a given length; the future completes at its end. */
    public Future<Void> outage(Duration length) {
        return refuseConnections()
                .compose(shut -> vertx.timer(length.toMillis(), TimeUnit.MILLISECONDS))
                .compose(over -> acceptConnections());
    }

    /** Ends it; every connection is cut. */
    public Future<Void> close() {
        return vertx.undeploy(deployment);
    }

    private void change(String contact, Consumer<ContactState> change) {
        ContactState state = parts.contacts()
                .find(contact)
                .orElseThrow(() -> new NoSuchElementException("the emulator has no such contact"));
        parts.contacts().change(state, change);
    }

    private Future<Void> change(Runnable change) {
        return run(() -> {
            change.run();
            return Future.succeededFuture();
        });
    }

    private <T> Future<T> run(Supplier<Future<T>> work) {
        Promise<T> done = Promise.promise();
        verticle.context().runOnContext(go -> {
            try {
                work.get().onComplete(done);
            } catch (RuntimeException e) {
                done.fail(e);
            }
        });
        return done.future();
    }
}
