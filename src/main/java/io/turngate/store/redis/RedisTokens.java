package io.turngate.store.redis;

import io.turngate.core.Contact;
import io.turngate.core.TenantId;
import io.turngate.store.Outbox.Lease;
import io.turngate.store.Tokens;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The digests of tokens in the hash of their contact. */
final class RedisTokens implements Tokens {

    private final DeliveryScripts scripts;
    private final ContactScan scan;

    RedisTokens(DeliveryScripts scripts, ContactScan scan) {
        this.scripts = scripts;
        this.scan = scan;
    }

    @Override
    public Future<Boolean> mint(Lease lease, String digest) {
        Keys keys = Keys.of(lease.contact());
        return scripts.runFencedAndKept(Script.MINT, lease, List.of(keys.delivery(), keys.contact()), List.of(digest))
                .map(reply -> ScriptReplies.text(reply, 0).equals("minted"));
    }

    @Override
    public Future<Void> confirm(Lease lease, String digest) {
        Keys keys = Keys.of(lease.contact());
        List<String> names = new ArrayList<>(List.of(keys.delivery(), keys.contact()));
        names.addAll(keys.lasting());
        return scripts.runFenced(Script.CONFIRM, lease, names, List.of(digest)).mapEmpty();
    }

    @Override
    public Future<Void> postpone(Lease lease, Duration delay, int tries) {
        return unconfirmed(lease, Long.toString(delay.toMillis()), tries, false);
    }

    @Override
    public Future<Void> giveUp(Lease lease) {
        return unconfirmed(lease, "", 0, false);
    }

    @Override
    public Future<Void> giveUpUnknown(Lease lease) {
        return unconfirmed(lease, "", 0, true);
    }

    private Future<Void> unconfirmed(Lease lease, String delay, int tries, boolean isUnknown) {
        Keys keys = Keys.of(lease.contact());
        List<String> names = new ArrayList<>(List.of(keys.delivery(), keys.contact()));
        keys.all().stream().filter(name -> !name.equals(keys.contact())).forEach(names::add);
        return scripts.runFenced(
                        Script.UNCONFIRMED, lease, names, List.of(delay, Integer.toString(tries), isUnknown ? "1" : ""))
                .mapEmpty();
    }

    @Override
    public Future<Boolean> want(Contact contact) {
        return scripts.run(Script.WANT, List.of(Keys.of(contact).contact()), List.of())
                .map(reply -> !ScriptReplies.text(reply, 0).isEmpty());
    }

    @Override
    public Future<Boolean> isConfirmed(Contact contact) {
        return scripts.send(Command.HEXISTS, Keys.of(contact).contact(), "token")
                .map(Response::toBoolean);
    }

    @Override
    public Future<Page> findWithout(TenantId tenant, String cursor, Duration since) {
        String oldest = Long.toString(scripts.nowMillis(Keys.outbox(tenant)) - since.toMillis());
        return scan.page(tenant, "contact", cursor)
                .compose(page -> Future.all(page.contacts().stream()
                                .map(contact -> isWithout(contact, oldest))
                                .toList())
                        .map(found -> new Page(chosen(page.contacts(), found.<Boolean>list()), page.next())));
    }

    private Future<Boolean> isWithout(Contact contact, String oldest) {
        Keys keys = Keys.of(contact);
        Future<Response> confirmed = scripts.send(Command.HEXISTS, keys.contact(), "token");
        Future<Response> turns = scripts.send(Command.ZCOUNT, keys.turns(), oldest, "+inf");
        return Future.all(confirmed, turns)
                .map(all ->
                        confirmed.result().toInteger() == 0 && turns.result().toInteger() > 0);
    }

    private static List<Contact> chosen(List<Contact> contacts, List<Boolean> are) {
        List<Contact> chosen = new ArrayList<>();
        for (int i = 0; i < contacts.size(); i++) {
            if (are.get(i)) {
                chosen.add(contacts.get(i));
            }
        }
        return chosen;
    }
}
