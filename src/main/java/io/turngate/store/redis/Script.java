package io.turngate.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Lua script of the jar's folder {@code redis/}, with what all of them share put in front. */
enum Script {
    ADMIT("admit_free", Lib.CONTACT, Lib.CLAIMS, Lib.LANE, Lib.BINDING, Lib.UNBOUND, "admit"),
    OPEN(Lib.CONTACT, Lib.CLAIMS, Lib.LANE, Lib.BINDING, Lib.UNBOUND, "open"),
    TAKE(Lib.CONTACT, Lib.CLAIMS, Lib.LANE, "take"),
    LEAVE(Lib.CONTACT, Lib.CLAIMS, Lib.LANE, "leave"),
    SETTLE("settle_one", Lib.CONTACT, Lib.CLAIMS, Lib.LANE, "settle"),
    REPLY(Lib.CONTACT, Lib.CLAIMS, Lib.LANE, Lib.UNBOUND, "reply"),
    ACKNOWLEDGE(Lib.CONTACT, Lib.CLAIMS, Lib.LANE, "acknowledge"),
    ABANDON(Lib.CONTACT, Lib.CLAIMS, Lib.LANE, "abandon"),
    SWEEP(Lib.CONTACT, Lib.CLAIMS, Lib.LANE, "sweep"),
    INSPECT(Lib.CONTACT, Lib.CLAIMS, Lib.LANE, "inspect"),
    RESET(Lib.CONTACT, "reset"),
    CLAIM(Lib.CONTACT, Lib.DELIVERY, "claim"),
    PROGRESS(Lib.CONTACT, Lib.DELIVERY, "progress"),
    RELEASE(Lib.CONTACT, Lib.DELIVERY, "release"),
    MINT(Lib.CONTACT, Lib.DELIVERY, "mint"),
    CONFIRM(Lib.CONTACT, Lib.DELIVERY, "confirm"),
    UNCONFIRMED(Lib.CONTACT, Lib.DELIVERY, "unconfirmed"),
    WANT(Lib.CONTACT, Lib.DELIVERY, "want"),
    PACE(Lib.CONTACT, Lib.DELIVERY, "pace");

    static final List<Script> ALL = List.of(values());

    /** What scripts have in common. */
    private static final class Lib {
        static final String CONTACT = "lib/contact";
        static final String CLAIMS = "lib/claims";
        static final String LANE = "lib/lane";
        static final String BINDING = "lib/binding";
        static final String UNBOUND = "lib/unbound";
        static final String DELIVERY = "lib/delivery";

        private Lib() {}
    }

    private final String source;
    private final String sha1;

    /** Of these files, one behind the other. */
    Script(String... files) {
        this.source = Stream.of(files).map(Script::read).collect(Collectors.joining("\n"));
        this.sha1 = digest(source);
    }

    String source() {
        return source;
    }

    /** The name that Redis knows the script by. */
    String sha1() {
        return sha1;
    }

    private static String read(String name) {
        String path = "/redis/" + name + ".lua";
        try (InputStream in = Script.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
