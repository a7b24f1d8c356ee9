package io.turngate.conversation;

import io.turngate.config.TenantConfig.Binding;
import io.turngate.core.Sha256;
import io.turngate.store.Proof;
import io.turngate.store.Proof.Mode;

/** What a request shows of its contact: of a token the digest alone goes any further. */
final class TokenDigest {

    private TokenDigest() {}

    static Proof proof(Binding binding, Message message) {
        if (binding.mode() == Binding.Mode.SECRET) {
            return Proof.BY_SECRET;
        }
        Mode mode = binding.enforce() ? Mode.TOKEN : Mode.LENIENT;
        return new Proof(mode, message.token().map(Sha256::hex).orElse(""));
    }
}
