package io.turngate.config;

import io.turngate.core.TenantId;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * A tenant's folder as it was read at one moment: the bytes of its known files, or why they could not be read.
 * Immutable. Files of other names are not looked at.
 */
public final class TenantFolder {

    /** The folder of all tenants within conf/. */
    static final String PARENT = "tenants";

    /** The files that are read, in the order in which problems are reported. */
    enum Known {
        TENANT,
        RULES,
        ANSWERS,
        PROMPT,
        KNOWLEDGE,
        CATALOG;

        String fileName() {
            return name().toLowerCase(Locale.ROOT) + (this == PROMPT || this == KNOWLEDGE ? ".md" : ".json");
        }
    }

    private final TenantId id;
    private final Path path;
    private final Map<Known, SourceFile> files;
    private final String digest;

    private TenantFolder(TenantId id, Path path, Map<Known, SourceFile> files) {
        this.id = id;
        this.path = path;
        this.files = files;
        this.digest = digestOf(files);
    }

    /** Reads the folder; a file that cannot be read is a problem of parsing, not a failure of reading. Blocks. */
    public static TenantFolder read(Path confDir, TenantId id) {
        Path path = confDir.resolve(PARENT).resolve(id.value());
        Map<Known, SourceFile> files = new EnumMap<>(Known.class);
        for (Known known : Known.values()) {
            files.put(known, SourceFile.read(path.resolve(known.fileName())));
        }
        return new TenantFolder(id, path, files);
    }

    /**
     * The same folder as if its tenant.json named another runner: that of its fallback if it has this provider, the
     * scripted one without a model's keys, else its own with the provider changed. As it is if tenant.json cannot be read.
     */
    public TenantFolder withProvider(String provider) {
        Map<Known, SourceFile> changed = new EnumMap<>(files);
        changed.computeIfPresent(Known.TENANT, (known, file) -> RunnerEdit.withProvider(file, provider));
        return new TenantFolder(id, path, changed);
    }

    /** The tenant that the folder is named after. */
    public TenantId id() {
        return id;
    }

    /** SHA-256 over all files, 64 hexadecimal digits: equal for equal contents, whatever their times. */
    public String digest() {
        return digest;
    }

    Path path() {
        return path;
    }

    SourceFile file(Known known) {
        SourceFile file = files.get(known);
        if (file == null) {
            throw new IllegalStateException("every known file is read");
        }
        return file;
    }

    /** The file as an operator finds it, relative to conf/. */
    String nameOf(Known known) {
        return PARENT + "/" + id + "/" + known.fileName();
    }

    private static String digestOf(Map<Known, SourceFile> files) {
        Digest digest = new Digest();
        files.forEach((known, file) ->
                digest.add(known.name()).add(file.failure().orElse("")).add(file.bytes()));
        return digest.hex();
    }
}
