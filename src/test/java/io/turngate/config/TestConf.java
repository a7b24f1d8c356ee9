package io.turngate.config;

import io.turngate.core.TenantId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** A conf/ of real files for tests: one good tenant, {@code demo}, whose files can be replaced one by one. */
public final class TestConf {

    public static final String SECRET_VALUE = "correct-horse-battery";
    public static final Map<String, String> ENVIRONMENT = Map.of("DEMO_SECRET", SECRET_VALUE);
    public static final Set<String> PROVIDERS = Set.of("scripted", "openai", "anthropic");

    public static final String GATEWAY = "{\"redis\":{\"embedded\":{}}}";
    public static final String TENANT = """
            {"secrets":[{"env":"DEMO_SECRET"}],"channel":"whatsapp","binding":"secret",
             "runner":{"provider":"scripted"}}""";
    public static final String RULES = """
            {"messages":{"acknowledgement":"One moment.","escalation":"A colleague will write to you."}}""";
    public static final String ANSWERS = "{\"default\":{\"messages\":[\"Hello!\"]}}";

    private final Path dir;

    public TestConf(Path dir) {
        this.dir = dir;
        write("gateway.json", GATEWAY);
        addTenant("demo");
    }

    public Path dir() {
        return dir;
    }

    /** Adds a tenant that is all right. */
    public void addTenant(String name) {
        write("tenants/" + name + "/tenant.json", TENANT);
        write("tenants/" + name + "/rules.json", RULES);
        write("tenants/" + name + "/answers.json", ANSWERS);
    }

    /** Writes a file in place, with its folders. */
    public void write(String file, String content) {
        write(file, content.getBytes(StandardCharsets.UTF_8));
    }

    public void write(String file, byte[] content) {
        try {
            Path path = dir.resolve(file);
            Files.createDirectories(Objects.requireNonNull(path.getParent()));
            Files.write(path, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void delete(String file) {
        try {
            Files.delete(dir.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What {@code turngate check} finds. */
    public List<Problem> check() {
        return ConfigCheck.check(dir, ENVIRONMENT, PROVIDERS).problems();
    }

    /** What {@code turngate check} advises, a line each. */
    public List<String> advice() {
        return ConfigCheck.check(dir, ENVIRONMENT, PROVIDERS).advice().stream()
                .map(Advice::toString)
                .toList();
    }

    /** The tenant as it is on disk now. */
    public TenantConfig parse(String tenant) {
        return new TenantConfigParser(ENVIRONMENT, PROVIDERS).parse(TenantFolder.read(dir, new TenantId(tenant)));
    }

    /** A bad file from a folder of the test resources. */
    public static byte[] bad(String folder, String name) {
        String resource = "/" + folder + "/" + name + ".json";
        try (InputStream in = Objects.requireNonNull(TestConf.class.getResourceAsStream(resource), resource)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of all bad files of a folder of the test resources. */
    public static List<String> allBad(String folder) {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources", folder))) {
            return files.map(file -> String.valueOf(file.getFileName()).replace(".json", ""))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
