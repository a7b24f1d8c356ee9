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
    ADMIT("admit", Script.LANE, Script.BINDING),
    OPEN("open", Script.LANE, Script.BINDING),
    TAKE("take"),
    LEAVE("leave"),
    SETTLE("settle"),
    REPLY("reply", Script.LANE, Script.BINDING),
    ACKNOWLEDGE("acknowledge"),
    ABANDON("abandon"),
    SWEEP("sweep"),
    INSPECT("inspect"),
    RESET("reset"),
    CLAIM("claim", Script.DELIVERY),
    PROGRESS("progress", Script.DELIVERY),
    RELEASE("release", Script.DELIVERY),
    MINT("mint", Script.DELIVERY),
    CONFIRM("confirm", Script.DELIVERY),
    UNCONFIRMED("unconfirmed", Script.DELIVERY),
    WANT("want", Script.DELIVERY),
    PACE("pace", Script.DELIVERY);

    private static final String LANE = "lib/lane";
    private static final String BINDING = "lib/binding";
    private static final String DELIVERY = "lib/delivery";

    static final List<Script> ALL = List.of(values());

    private final String source;
    private final String sha1;

    Script(String name) {
        this(name, LANE);
    }

    Script(String name, String... shared) {
        this.source = Stream.concat(Stream.of("lib/contact"), Stream.concat(Stream.of(shared), Stream.of(name)))
                .map(Script::read)
                .collect(Collectors.joining("\n"));

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
