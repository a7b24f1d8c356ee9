package io.turngate.testing;

import io.turngate.config.Secret;
import io.turngate.core.Channel;
import io.turngate.emulator.Account;
import io.turngate.emulator.ContactSpec;
import io.turngate.emulator.ContactView;
import io.turngate.emulator.ContactView.Source;
import io.turngate.emulator.Emulator;
import io.turngate.emulator.EmulatorOptions;
import io.turngate.emulator.Exchange;
import io.turngate.emulator.Say;
import io.turngate.emulator.Via;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** ManyChat for one test: a business whose flows call a gateway of the test. */
public final class EmulatedManyChat implements BeforeEachCallback, AfterEachCallback {

    public static final String TOKEN_FIELD = "ai_token";
    public static final String FLOW = "content20260101000000_000001";

    /** What the guide sets up, and a field for the operator's link. */
    private static final Account ACCOUNT = new Account(
            Account.DEFAULT.apiToken(),
            List.of(
                    new Account.Field(101, TOKEN_FIELD, "text"),
                    new Account.Field(102, "ai_reply", "text"),
                    new Account.Field(103, "ai_escalated", "boolean"),
                    new Account.Field(104, "ai_reason", "text"),
                    new Account.Field(105, "ai_link", "text")),
            Set.of("needs_human"));

    private final EmulatorOptions options;
    private @Nullable Vertx vertx;
    private @Nullable Emulator emulator;

    public EmulatedManyChat() {
        this(EmulatorOptions.STRICT);
    }

    /** @param options any but the account */
    public EmulatedManyChat(EmulatorOptions options) {
        this.options = options.with(ACCOUNT);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        emulator = Awaiting.result(Emulator.start(vertx, options));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (emulator != null) {
            note(emulator);
        }
        if (vertx != null) {
            Awaiting.result(vertx.close());
        }
    }

    /** Keeps the tokens that an emulator of the test's own was given. */
    public static void note(Emulator emulator) {
        emulator.contacts().stream()
                .map(ContactView::fieldEvents)
                .flatMap(List::stream)
                .filter(event -> event.field().equals(TOKEN_FIELD))
                .forEach(event -> SecrecyLedger.token(event.value().toString()));
    }

    public Emulator emulator() {
        if (emulator == null) {
            throw new IllegalStateException("not started");
        }
        return emulator;
    }

    /** Adds a tenant that binds by token and hands over by tag, field and link, with this account's key. */
    public void tenant(ConfFolder conf, String name) {
        conf.tenantWithKey(name, emulator().apiToken().reveal(), emulator().baseUrl());
        conf.wiring(
                name,
                tenant -> tenant.put(
                        "handoff",
                        new JsonObject()
                                .put("tag", "needs_human")
                                .put("field", "ai_reason")
                                .put("linkField", "ai_link")));
    }

    /** Flows call this tenant from now on. */
    public void pointAt(int port, String tenant) {
        pointAt(port, tenant, ConfFolder.SECRET);
    }

    public void pointAt(int port, String tenant, String secret) {
        String messages = "http://127.0.0.1:" + port + "/v1/" + tenant + "/messages";
        Awaiting.result(emulator().pointAt(messages, new Secret(secret)));
    }

    public void knows(String... contacts) {
        for (String contact : contacts) {
            knows(contact, Channel.WHATSAPP);
        }
    }

    public void knows(String contact, Channel channel) {
        Awaiting.result(emulator().put(ContactSpec.of(contact, channel)));
    }

    /** The contact says something, through a callback if one waits; what came of it. */
    public Exchange say(String contact, String text) {
        return Awaiting.result(begin(Say.of(contact, text)));
    }

    /** The contact says something through an External Request; the flat answer. */
    public JsonObject ask(String contact, String text) {
        Exchange exchange = Awaiting.result(begin(Say.of(contact, text).via(Via.fields())));
        if (!exchange.isAnswered()) {
            throw new AssertionError("not answered: " + exchange.way() + " " + exchange.problem());
        }
        return exchange.json();
    }

    public Future<Exchange> begin(Say said) {
        return emulator()
                .say(said)
                .onSuccess(exchange -> SecrecyLedger.output(
                        "answers", exchange.status() + " " + exchange.headers() + "\n" + exchange.body()));
    }

    /** The contact's token as it stands in ManyChat. */
    public Optional<String> token(String contact) {
        return Optional.ofNullable(emulator().contact(contact).fields().get(TOKEN_FIELD))
                .map(Object::toString);
    }

    /** What was pushed to the contact, in order. */
    public List<String> pushed(String contact) {
        return emulator().contact(contact).texts(Source.PUSH);
    }

    public List<String> answered(String contact) {
        return emulator().contact(contact).texts(Source.ANSWER);
    }
}
