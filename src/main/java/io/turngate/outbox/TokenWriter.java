package io.turngate.outbox;

import io.turngate.config.Secret;
import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfig.Binding;
import io.turngate.core.Contact;
import io.turngate.core.Sha256;
import io.turngate.manychat.api.ApiAnswer;
import io.turngate.store.Outbox.Lease;
import io.turngate.store.Outbox.TokenWish;
import io.turngate.store.Tokens;
import io.vertx.core.Future;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mints tokens and writes them to ManyChat. A token is here and in ManyChat and nowhere else: what is kept is its digest,
 * and that before ManyChat is called. Belongs to one event loop.
 */
final class TokenWriter {

    private static final Logger LOG = LoggerFactory.getLogger(TokenWriter.class);
    private static final int BYTES = 32;
    private static final int MOST_REMEMBERED = 1_000;

    private final SecureRandom random = new SecureRandom();
    private final Tokens tokens;
    private final PacedApi api;
    private final LongSupplier millis;
    private final Quiet quiet;

    /** Tokens whose write came to nothing that is known, so that the next try writes the same. */
    private final Map<Contact, Secret> unconfirmed = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Contact, Secret> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    TokenWriter(Tokens tokens, PacedApi api, LongSupplier millis, Quiet quiet) {
        this.tokens = tokens;
        this.api = api;
        this.millis = millis;
        this.quiet = quiet;
    }

    /** Tries to give the contact a token. Gives when to try again; empty if there is nothing more to try. */
    Future<Optional<Duration>> write(Lease lease, TenantConfig tenant, TokenWish wish) {
        if (tenant.binding().mode() != Binding.Mode.TOKEN) {
            return tokens.giveUp(lease).map(Optional.empty());
        }
        long left = wish.notBeforeMillis() - millis.getAsLong();
        if (left > 0) {
            return Future.succeededFuture(Optional.of(Duration.ofMillis(left)));
        }
        return api.turn(tenant, PacedCall.SET_FIELD)
                .compose(tooFar ->
                        tooFar.isPresent() ? Future.succeededFuture(tooFar) : write(lease, tenant, wish.tries()));
    }

    private Future<Optional<Duration>> write(Lease lease, TenantConfig tenant, int tries) {
        Contact contact = lease.contact();
        Secret token = Optional.ofNullable(unconfirmed.remove(contact)).orElseGet(this::mint);
        String digest = Sha256.hex(token.reveal());
        return tokens.mint(lease, digest).compose(isKept -> {
            if (!isKept) {
                return Future.succeededFuture(Optional.empty());
            }
            return api.call(
                            tenant,
                            PacedCall.SET_FIELD,
                            (manyChat, account) -> manyChat.setCustomField(
                                    account, contact.id(), tenant.binding().tokenField(), token.reveal()))
                    .compose(answer -> answered(new Attempt(lease, tenant, token, digest, tries), answer));
        });
    }

    private record Attempt(Lease lease, TenantConfig tenant, Secret token, String digest, int tries) {}

    private Future<Optional<Duration>> answered(Attempt attempt, ApiAnswer answer) {
        return switch (answer.kind()) {
            case ACCEPTED -> tokens.confirm(attempt.lease(), attempt.digest()).map(Optional.empty());
            case TOO_FAST, NOT_SENT, UNCERTAIN -> later(attempt, Backoff.after(attempt.tries()));
            case WRONG_KEY -> later(attempt, Delivery.CLOSED_LOOK);
            case NO_SUCH_CONTACT -> tokens.giveUpUnknown(attempt.lease()).map(Optional.empty());
            case OUTSIDE_WINDOW, REFUSED -> {
                if (quiet.maySay(attempt.tenant().id(), "token")) {
                    LOG.warn(
                            "tenant {}: ManyChat refuses a token in the field {}: {}",
                            attempt.tenant().id(),
                            attempt.tenant().binding().tokenField(),
                            answer.why());
                }
                yield tokens.giveUp(attempt.lease()).map(Optional.empty());
            }
        };
    }

    private Future<Optional<Duration>> later(Attempt attempt, Duration delay) {
        unconfirmed.put(attempt.lease().contact(), attempt.token());
        return tokens.postpone(attempt.lease(), delay, attempt.tries() + 1).map(Optional.of(delay));
    }

    private Secret mint() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new Secret(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }
}
