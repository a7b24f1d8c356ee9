package io.turngate.reload;

import io.turngate.core.TenantId;

/**
 * Hears what becomes of tenants: every change that the watch sees, and every tenant of a reload that was asked for. Called
 * on a worker thread, one call at a time; must not block and must not throw.
 */
@FunctionalInterface
public interface ReloadListener {

    void reloaded(TenantId tenant, ReloadResult result);
}
