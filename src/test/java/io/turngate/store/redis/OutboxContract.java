package io.turngate.store.redis;

import static io.turngate.testing.ConversationHarness.contact;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.conversation.Answer;
import io.turngate.core.Contact;
import io.turngate.store.Outbox;
import io.turngate.store.Outbox.Claim;
import io.turngate.store.Outbox.Lease;
import io.turngate.store.Outbox.Pending;
import io.turngate.store.Pace.Slot;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.TestRedis;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What any version of Redis has to do with the scripts of tokens and of delivery. */
abstract class OutboxContract {

    private static final Contact CONTACT = contact("1234567");
    private static final String HASH = "tg:{school:1234567}:contact";
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final String ITEM = "{\"texts\":[\"¿Qué tal?\"],\"outcome\":\"answered\",\"at\":1}";

    @RegisterExtension
    final ConversationHarness chat = new ConversationHarness(redis());

    abstract TestRedis redis();

    private Outbox outbox() {
        return chat.redisStores().outbox();
    }

    @BeforeEach
    void aContactWhoIsToHaveAToken() {
        chat.tenant().token(true);
        chat.say("hello");
    }

    private Claim.Taken claim() {
        return (Claim.Taken) chat.await(() -> outbox().claim(CONTACT, LEASE));
    }

    @Test
    void aTokenThatIsConfirmedMakesARequestWithoutItUnbound() {
        Claim.Taken taken = claim();
        assertThat(taken.token()).isPresent();
        Lease lease = taken.lease();
        assertThat(chat.await(() -> outbox().tokens().mint(lease, "d".repeat(64))))
                .isTrue();
        chat.await(() -> outbox().tokens().confirm(lease, "d".repeat(64)));
        assertThat(chat.await(() -> outbox().release(lease))).isFalse();

        Answer unbound = chat.say("and me?");

        assertThat(unbound.bound()).isFalse();
        assertThat(unbound.texts()).containsExactly("re: and me?");
        assertThat(redis().call("ZCARD", "tg:{school:1234567}:unbound")).isEqualTo(2L);
        assertThat(redis().call("ZCARD", "tg:{school:1234567}:turns")).isEqualTo(2L);
    }

    @Test
    void aTokenThatIsGivenUpIsNotWantedAnyMore() {
        Lease lease = claim().lease();
        chat.await(() -> outbox().tokens().postpone(lease, Duration.ofSeconds(5), 1));
        assertThat(redis().call("HGET", HASH, "tokenTries")).isEqualTo("1");
        chat.await(() -> outbox().tokens().giveUpUnknown(lease));
        assertThat(redis().call("HEXISTS", HASH, "tokenWanted")).isEqualTo(0L);
        assertThat((Long) redis().call("PTTL", HASH)).isPositive();
        assertThat(chat.await(() -> outbox().tokens().want(CONTACT))).isTrue();
    }

    @Test
    void itemsAreTakenInOrderUnderALease() {
        chat.await(() -> outbox().append(CONTACT, ITEM));
        chat.await(() -> outbox().append(CONTACT, "{}"));
        Claim.Taken taken = claim();
        assertThat(taken.pending()).isEqualTo(new Pending(Optional.of(ITEM), 2));
        Pending rest = chat.await(() -> outbox().progress(taken.lease(), ITEM, Optional.empty()));
        assertThat(rest).isEqualTo(new Pending(Optional.of("{}"), 1));
    }

    @Test
    void theIndexAndTheDeadLettersAreReadBack() {
        chat.await(() -> outbox().append(CONTACT, ITEM));
        assertThat(chat.await(() -> outbox().rebuild(ConversationHarness.TENANT)))
                .isEqualTo(1);
        chat.await(() -> outbox().enter(CONTACT, Duration.ZERO));
        assertThat(chat.await(() -> outbox().due(ConversationHarness.TENANT, 10)))
                .containsExactly(CONTACT);
        chat.await(() -> outbox().deadLetters().add(CONTACT, ITEM, "expired"));
        assertThat(chat.await(() -> outbox().deadLetters().list(ConversationHarness.TENANT, Optional.empty())))
                .singleElement()
                .satisfies(letter -> assertThat(letter.item()).isEqualTo(ITEM));
    }

    @Test
    void slotsAreReservedOneAfterTheOther() {
        Duration interval = Duration.ofMillis(50);
        Slot first = chat.await(() -> outbox().pace().reserve("4711", "sendContent", interval, Duration.ofSeconds(5)));
        Slot second = chat.await(() -> outbox().pace().reserve("4711", "sendContent", interval, Duration.ofSeconds(5)));
        assertThat(first.isReserved()).isTrue();
        assertThat(second.delay()).isEqualTo(first.delay().plus(interval));
        assertThat(chat.await(() -> outbox().pace().takeFlow(CONTACT))).isTrue();
    }
}
