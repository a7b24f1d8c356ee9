package io.turngate.conversation;

import io.turngate.config.TenantConfig.Binding;
import io.turngate.store.Proof;
import io.turngate.store.Proof.Mode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What a request shows of its contact: of a token the digest alone goes any further. */
final class TokenDigest {

    private TokenDigest() {}

    static Proof proof(Binding binding, Message message) {
        if (binding.mode() == Binding.Mode.SECRET) {
            return Proof.BY_SECRET;
        }
        Mode mode = binding.enforce() ? Mode.TOKEN : Mode.LENIENT;
        return new Proof(mode, message.token().map(TokenDigest::of).orElse(""));
    }

    private static String of(String token) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
