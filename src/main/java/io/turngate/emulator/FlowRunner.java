package io.turngate.emulator;

import io.turngate.emulator.Exchange.Way;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Takes what contacts say to the gateway. A contact's next call is held until the one before it has ended; callbacks are
 * not held, and hold nothing.
 */
final class FlowRunner {

    private final InstantSource clock;
    private final boolean rerouted;
    private final Contacts contacts;
    private final TemplateRenderer renderer;
    private final FlowClient client;
    private final FlowAnswers answers;
    private Optional<FlowTarget> target = Optional.empty();

    FlowRunner(EmulatorOptions options, Contacts contacts, FlowClient client, FlowAnswers answers) {
        this.clock = options.clock();
        this.rerouted = options.rerouteCallbacks();
        this.contacts = contacts;
        this.renderer = new TemplateRenderer(options.account());
        this.client = client;
        this.answers = answers;
    }

    /** Which gateway flows call from now on. */
    void pointAt(FlowTarget gateway) {
        target = Optional.of(gateway);
    }

    /** The gateway that flows call, if there is one. */
    Optional<FlowTarget> target() {
        return target;
    }

    /** Fails if the contact is not known, or has no callback to speak through, or if there is no gateway. */
    Future<Exchange> say(Say said) {
        Optional<ContactState> known = contacts.find(said.contact());
        if (known.isEmpty() || target.isEmpty()) {
            return Future.failedFuture(
                    new IllegalStateException(known.isEmpty() ? "no such contact" : "no gateway to call"));
        }
        ContactState contact = known.get();
        contacts.change(contact, changing -> changing.interacts(clock.instant()));
        boolean wantsFlow =
                said.via().filter(via -> !(via instanceof Via.Callback)).isPresent();
        if (!wantsFlow) {
            Optional<Block.Callback> callback = contact.takeCallback(clock.instant());
            if (callback.isPresent()) {
                contacts.change(contact, changing -> changing.says(said.text()));
                return callBack(contact, callback.get());
            }
            if (said.via().isPresent()) {
                return Future.failedFuture(new IllegalStateException("no callback waits for this contact"));
            }
        }
        return inTurn(contact, said);
    }

    private Future<Exchange> inTurn(ContactState contact, Say said) {
        Via via = said.via().orElseGet(Via::block);
        if (said.overlapping()) {
            return run(contact, said.text(), via);
        }
        Future<Exchange> exchange = contact.lastCall().transform(before -> run(contact, said.text(), via));
        contact.setLastCall(exchange);
        return exchange;
    }

    private Future<Exchange> run(ContactState contact, String text, Via via) {
        contacts.change(contact, changing -> changing.says(text));
        if (via instanceof Via.ExternalRequest request) {
            return send(request(contact, request.template(), "?format=fields"))
                    .map(exchange -> answers.takeFields(contact, exchange, request));
        }
        String template = via instanceof Via.DynamicBlock block ? block.template() : Via.FULL_CONTACT;
        return send(request(contact, template, "?format=block")).map(exchange -> answers.takeBlock(contact, exchange));
    }

    private FlowRequest request(ContactState contact, String template, String query) {
        FlowTarget gateway = target.orElseThrow();
        Map<String, String> headers = Map.of(
                "Content-Type",
                "application/json",
                "Authorization",
                "Bearer " + gateway.secret().reveal());
        return new FlowRequest(
                HttpMethod.POST, gateway.messages() + query, headers, renderer.render(template, contact));
    }

    private Future<Exchange> callBack(ContactState contact, Block.Callback callback) {
        Map<String, String> headers = new HashMap<>(callback.headers());
        headers.putIfAbsent("Content-Type", "application/json");
        String url = rerouted ? target.orElseThrow().reroute(callback.url()) : callback.url();
        return send(new FlowRequest(
                        HttpMethod.valueOf(callback.method().toUpperCase(Locale.ROOT)),
                        url,
                        headers,
                        renderer.render(callback.payload().encode(), contact)))
                .map(exchange -> answers.takeBlock(contact, exchange));
    }

    private Future<Exchange> send(FlowRequest request) {
        if (!TemplateRenderer.isJson(request.body())) {
            return Future.succeededFuture(
                    new Exchange(Way.NOT_SENT, request.body(), 0, Map.of(), "", "the body is not JSON", 0));
        }
        return client.send(request);
    }
}
