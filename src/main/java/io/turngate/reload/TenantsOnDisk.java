package io.turngate.reload;

import io.turngate.config.Problem;
import io.turngate.config.TenantFolder;
import io.turngate.config.TenantListing;
import io.turngate.core.TenantId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All tenants' folders as they were read at one moment. Immutable. */
final class TenantsOnDisk {

    private final Map<TenantId, TenantFolder> folders;
    private final List<Problem> misnamed;

    private TenantsOnDisk(Map<TenantId, TenantFolder> folders, List<Problem> misnamed) {
        this.folders = folders;
        this.misnamed = misnamed;
    }

    /**
     * Reads them all. Blocks.
     *
     * @throws IOException if the folder of all tenants cannot be listed: nothing is known then, least of all that a
     *     tenant is gone
     */
    static TenantsOnDisk read(Path confDir) throws IOException {
        TenantListing listing = TenantListing.read(confDir);
        Map<TenantId, TenantFolder> folders = new LinkedHashMap<>();
        for (TenantId id : listing.tenants()) {
            folders.put(id, TenantFolder.read(confDir, id));
        }
        return new TenantsOnDisk(folders, listing.problems());
    }

    Set<TenantId> ids() {
        return folders.keySet();
    }

    /** The tenant's folder, if there is one. */
    Optional<TenantFolder> find(TenantId id) {
        return Optional.ofNullable(folders.get(id));
    }

    /** Whether the tenant has the same contents, or none, in both. */
    boolean agreesWith(TenantsOnDisk other, TenantId id) {
        return find(id).map(TenantFolder::digest).equals(other.find(id).map(TenantFolder::digest));
    }

    /** Folders whose name cannot be a tenant's. */
    List<Problem> misnamed() {
        return misnamed;
    }
}
