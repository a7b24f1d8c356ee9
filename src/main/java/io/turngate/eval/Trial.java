package io.turngate.eval;

import io.turngate.config.EvalCase;
import io.turngate.config.EvalCase.Written;
import io.turngate.config.TenantConfig;
import io.turngate.conversation.Handled;
import io.turngate.conversation.LocalLanes;
import io.turngate.conversation.Message;
import io.turngate.conversation.MessageService;
import io.turngate.conversation.Tenant;
import io.turngate.conversation.TenantLimits;
import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.Deadline;
import io.turngate.core.Sha256;
import io.turngate.manychat.MessageParser;
import io.turngate.runner.Runner;
import io.turngate.store.EvalStore.Past;
import io.turngate.store.EvalStore.PastTurn;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * One case on its way: its past is put there, its message handled like any other, and everything removed. Its contact is
 * its own, proves who they are as the tenant demands it, and meets no limit that others have used up.
 */
final class Trial {

    private final Bench bench;
    private final EvalCase evalCase;
    private final Contact contact;
    private final String token;
    private final TenantConfig tenant;
    private final ObservedRunner runner;

    /**
     * @param id the contact's, different for each case of a run
     * @param runner the tenant's, made for the rules of the case
     */
    Trial(Bench bench, EvalCase evalCase, String id, Runner runner) {
        this.bench = bench;
        this.evalCase = evalCase;
        this.contact = new Contact(bench.tenant().id(), new ContactId(id));
        this.token = "token-of-" + id;
        this.tenant = bench.tenant()
                .withRules(evalCase.rules().orElse(bench.tenant().rules()).withoutDuplicates());
        this.runner = new ObservedRunner(runner);
    }

    Contact contact() {
        return contact;
    }

    /** Fails if the store is away. */
    Future<Observation> run() {
        return bench.store()
                .begin(contact, past())
                .compose(this::handle)
                .eventually(() -> bench.store().remove(contact));
    }

    private Past past() {
        List<PastTurn> turns = evalCase.turns().stream()
                .map(said -> new PastTurn(said.role(), said.text(), said.age(), said.reason()))
                .toList();
        return new Past(Sha256.hex(token), turns);
    }

    private Future<Observation> handle(List<String> seeded) {
        MessageService service = new MessageService(bench.vertx(), bench.store().conversations(), shared(), () -> 0);
        Deadline deadline = Deadline.after(bench.replyDeadline());
        Future<Handled> handled = service.handle(new Tenant(tenant, runner), message(), deadline, () -> true);
        // What the message adds has no time to live of its own; sent right behind it, should this program be killed.
        Future<Void> expiring = bench.store().letExpire(contact).otherwiseEmpty();
        return handled.map(done -> observed(done, seeded, deadline.elapsedMillis()))
                .compose(seen -> expiring.map(seen));
    }

    private MessageService.Shared shared() {
        NoPushes nobody = new NoPushes();
        return new MessageService.Shared(
                new TenantLimits(1, Long.MAX_VALUE), new LocalLanes(), nobody, nobody, bench.runs());
    }

    /** Read from a body like those that flows send. */
    private Message message() {
        Written written = evalCase.message();
        JsonObject body = new JsonObject()
                .put("subscriber_id", contact.id().value())
                .put("text", written.text())
                .put("ai_token", token);
        written.channel().ifPresent(channel -> body.put("channel", channel.wireName()));
        written.firstName().ifPresent(name -> body.put("first_name", name));
        written.locale().ifPresent(locale -> body.put("locale", locale));
        return new MessageParser().parse(body.toBuffer());
    }

    private Observation observed(Handled handled, List<String> seeded, long millis) {
        return new Observation(
                handled.answer(),
                seeded,
                runner.given(),
                millis,
                runner.spent(),
                handled.failure().map(failure -> String.valueOf(failure.getMessage())));
    }
}
