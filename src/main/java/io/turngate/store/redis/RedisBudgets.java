package io.turngate.store.redis;

import io.turngate.core.TenantId;
import io.turngate.store.Budgets;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Budgets in Redis: a hash for each tenant and day. It lies beside the contacts, and is written beside their messages. */
final class RedisBudgets implements Budgets {

    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuuMMdd").withZone(ZoneOffset.UTC);
    private static final String KEPT_SECONDS = Long.toString(Duration.ofDays(3).toSeconds());
    private static final String TOKENS = "tokens";
    private static final String COST = "cost";

    private final DeliveryScripts commands;

    RedisBudgets(DeliveryScripts commands) {
        this.commands = commands;
    }

    @Override
    public Future<Void> add(TenantId tenant, Spending spent) {
        String key = keyOfToday(tenant);
        // One connection carries them in this order, so the day never stays for good.
        Future<Response> tokens = commands.send(Command.HINCRBY, key, TOKENS, Long.toString(spent.tokens()));
        Future<Response> cost = commands.send(Command.HINCRBY, key, COST, Long.toString(spent.microUsd()));
        Future<Response> kept = commands.send(Command.EXPIRE, key, KEPT_SECONDS);
        return Future.all(tokens, cost, kept).mapEmpty();
    }

    @Override
    public Future<Spending> today(TenantId tenant) {
        return commands.send(Command.HMGET, keyOfToday(tenant), TOKENS, COST)
                .map(reply -> new Spending(number(reply.get(0)), number(reply.get(1))));
    }

    /** The day by the clock of the server that holds the outbox: its slot is the budget's too. */
    private String keyOfToday(TenantId tenant) {
        long nowMillis = commands.nowMillis(Keys.outbox(tenant));
        return Keys.budget(tenant, DAY.format(Instant.ofEpochMilli(nowMillis)));
    }

    private static long number(Response value) {
        return value == null ? 0 : Long.parseLong(value.toString());
    }
}
