package io.turngate.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A Markdown page whose fenced blocks say what they are: the word for highlighting, then what the test takes them for.
 *
 * @param text the page
 */
public record GuidePage(String text) {

    private static final Pattern FENCED = Pattern.compile("(?ms)^( *)```(\\w[\\w ]*)\\n(.*?)^\\1```$");
    private static final Pattern PATH = Pattern.compile("`\\$\\.(\\w+)`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

    public static GuidePage read(Path file) {
        try {
            return new GuidePage(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The contents of the blocks of a kind, in their order; at least one. */
    public List<String> blocks(String kind) {
        List<String> found = new ArrayList<>();
        Matcher block = FENCED.matcher(text);
        while (block.find()) {
            if (block.group(2).equals(kind)) {
                found.add(block.group(3).stripIndent().strip());
            }
        }
        if (found.isEmpty()) {
            throw new IllegalStateException("the page has no block " + kind);
        }
        return found;
    }

    /** The content of the only block of a kind. */
    public String block(String kind) {
        List<String> found = blocks(kind);
        if (found.size() > 1) {
            throw new IllegalStateException("the page has more than one block " + kind);
        }
        return found.get(0);
    }

    /** The kinds of its blocks. */
    public Set<String> kinds() {
        return all(FENCED, 2);
    }

    /** The fields that the page maps: <code>reply</code> for <code>$.reply</code>. */
    public Set<String> pathsOfFields() {
        return all(PATH, 1);
    }

    /** Where its links lead. */
    public Set<String> links() {
        return all(LINK, 1);
    }

    /** Links to files or headings that are not there. Its own place is what they are relative to. */
    public List<String> deadLinks(Path file) {
        return links().stream().filter(link -> !leadsSomewhere(file, link)).toList();
    }

    private static boolean leadsSomewhere(Path file, String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]);
        return Files.exists(target)
                && (parts.length == 1 || read(target).anchors().contains(parts[1]));
    }

    /** All that a group of the pattern matches. */
    public Set<String> all(Pattern pattern, int group) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(group))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The anchors of its headings, as GitHub makes them. */
    public Set<String> anchors() {
        return all(Pattern.compile("(?m)^#+ (.+)$"), 1).stream()
                .map(heading -> heading.toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}\\- ]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
