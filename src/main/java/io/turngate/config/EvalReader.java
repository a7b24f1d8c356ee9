package io.turngate.config;

import io.turngate.config.TenantFolder.Known;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads and checks a tenant's eval cases. They are no part of what a gateway loads, so a bad one keeps nothing from loading. */
public final class EvalReader {

    /** The folder of a tenant's cases. */
    static final String FOLDER = "evals";

    /** The most cases and the most files of a tenant. */
    static final int MOST = 1_000;

    private static final String ENDING = ".jsonl";

    private final Set<String> providers;

    /** @param providers the runners that a case can be meant for */
    public EvalReader(Set<String> providers) {
        this.providers = Set.copyOf(providers);
    }

    /**
     * The cases in the order of the files' names and of their lines; none if there is no folder for them. Blocks.
     *
     * @throws ConfigException with everything that is wrong with any of them, each with its file and line
     */
    public List<EvalCase> read(TenantFolder tenant) {
        Problems problems = new Problems("");
        String folder = TenantFolder.PARENT + "/" + tenant.id() + "/" + FOLDER;
        Reading reading = new Reading(baseRules(tenant), problems);
        for (Path file : files(tenant.path().resolve(FOLDER), problems.in(folder))) {
            String name = String.valueOf(file.getFileName());
            String shown = folder + "/" + Wording.printable(name);
            SourceFile source = SourceFile.read(file);
            source.failure().ifPresent(problems.in(shown)::add);
            reading.lines(source.bytes(), name, shown);
        }
        if (reading.cases.size() > MOST) {
            problems.in(folder).add("holds " + reading.cases.size() + " cases: expected at most " + MOST);
        }
        problems.throwIfAny();
        return List.copyOf(reading.cases);
    }

    /** Empty where rules.json itself is wrong: the tenant does not load then, and says why. */
    private static Optional<JsonObject> baseRules(TenantFolder tenant) {
        Problems problems = new Problems("");
        SourceFile file = tenant.file(Known.RULES);
        if (file.failure().isPresent()) {
            return Optional.empty();
        }
        Optional<JsonObject> rules = StrictJson.parse(file.bytes(), problems);
        rules.ifPresent(json -> Schema.RULES.check(json, problems));
        return rules.filter(json -> problems.isEmpty());
    }

    private static List<Path> files(Path folder, Problems problems) {
        if (Files.notExists(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            List<Path> files = entries.filter(EvalReader::isOfCases)
                    .limit(MOST + 1)
                    .sorted()
                    .toList();
            if (files.size() > MOST) {
                problems.add("holds more than " + MOST + " files");
                return List.of();
            }
            return files;
        } catch (IOException | UncheckedIOException e) {
            problems.add("cannot be read: expected a folder of *" + ENDING);
            return List.of();
        }
    }

    private static boolean isOfCases(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(ENDING) && !name.startsWith(".");
    }

    /** What was found so far. */
    private final class Reading {

        private final Optional<JsonObject> baseRules;
        private final Problems problems;
        private final List<EvalCase> cases = new ArrayList<>();
        private final Map<String, String> placesOfNames = new HashMap<>();

        Reading(Optional<JsonObject> baseRules, Problems problems) {
            this.baseRules = baseRules;
            this.problems = problems;
        }

        void lines(byte[] bytes, String file, String shown) {
            int start = 0;
            for (int line = 1; start < bytes.length; line++) {
                int end = start;
                while (end < bytes.length && bytes[end] != '\n') {
                    end++;
                }
                if (!isBlank(bytes, start, end) && cases.size() <= MOST) {
                    line(Arrays.copyOfRange(bytes, start, end), file, line, shown + ":" + line);
                }
                start = end + 1;
            }
        }

        private void line(byte[] bytes, String file, int line, String place) {
            Problems own = problems.in(place);
            StrictJson.parse(bytes, own).ifPresent(json -> {
                new EvalCheck(json, own).check(providers, baseRules);
                if (json.getValue("name") instanceof String name && EvalCheck.isName(name)) {
                    claim(name, place, own);
                }
                if (own.isEmpty()) {
                    cases.add(new EvalLine(json).toCase(file, line, baseRules));
                }
            });
        }

        private void claim(String name, String place, Problems own) {
            String other = placesOfNames.putIfAbsent(name, place);
            if (other != null) {
                own.add(Pointer.of("name"), "is the name of another case too: " + other);
            }
        }
    }

    private static boolean isBlank(byte[] bytes, int start, int end) {
        for (int i = start; i < end; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
                return false;
            }
        }
        return true;
    }
}
