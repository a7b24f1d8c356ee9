package io.turngate.manychat;

import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * An answer in the form of the wire. Holds a contact's words and a secret: never printed.
 *
 * @param body its bytes
 * @param rest the texts of the messages that did not fit, in order and each within the channel's limit, to be pushed
 *     after it; empty unless the answer was rendered for somebody who can
 */
public record Rendered(Buffer body, List<String> rest) {

    public Rendered {
        rest = List.copyOf(rest);
    }

    /** Everything is in the body. */
    public static Rendered whole(Buffer body) {
        return new Rendered(body, List.of());
    }

    @Override
    public String toString() {
        return "rendered";
    }
}
