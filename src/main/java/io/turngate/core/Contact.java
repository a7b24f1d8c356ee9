package io.turngate.core;

/** One person of one tenant. */
public record Contact(TenantId tenant, ContactId id) {}
