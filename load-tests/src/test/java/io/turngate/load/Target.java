package io.turngate.load;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What the launcher has started.
 *
 * @param gateways base addresses; messages of one contact go to them in turn
 * @param redisPort on 127.0.0.1
 * @param manyChat base address of the emulator
 * @param secret of every tenant
 * @param tenants how many
 * @param reply the one text that the scripted runner knows
 */
record Target(List<URI> gateways, int redisPort, URI manyChat, String secret, int tenants, String reply) {

    static Target read() {
        String secret = System.getenv("LOAD_SECRET");
        if (secret == null) {
            throw new IllegalStateException("LOAD_SECRET is not set: start simulations with load-tests/run");
        }
        return new Target(
                Stream.of(Settings.text("gateways").split(",")).map(URI::create).toList(),
                Integer.parseInt(Settings.text("redis")),
                URI.create(Settings.text("manychat")),
                secret,
                Settings.number("tenants", 20, 1, 1_000),
                Settings.text("reply"));
    }

    /** The name of a tenant, as the launcher has named its folder. */
    String tenant(int number) {
        return String.format(Locale.ROOT, "tenant-%03d", number % tenants);
    }

    /** Where a message of a contact goes. */
    String address(Message message) {
        URI gateway = gateways.get(message.number() % gateways.size());
        return gateway + "/v1/" + message.contact().tenant() + "/messages";
    }

    @Override
    public String toString() {
        return "gateways " + gateways + ", Redis on " + redisPort + ", emulator " + manyChat;
    }
}
