package io.turngate.testing;

import java.util.List;
import java.util.stream.Stream;

/** The rows of a table of a Markdown page, for tests that hold a page against the program. */
public final class MarkdownTable {

    private static final String CELL = "\\s*(?<!\\\\)\\|\\s*";

    private MarkdownTable() {}

    /** The cells of every row below the line that begins with the given header. */
    public static List<List<String>> rows(String page, String header) {
        List<String> lines = page.lines().toList();
        int first = lines.indexOf(lines.stream()
                .filter(line -> line.startsWith(header))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the page has no table that begins with " + header)));
        return lines.stream()
                .skip(first + 2L)
                .takeWhile(line -> line.startsWith("|"))
                .map(MarkdownTable::cells)
                .toList();
    }

    private static List<String> cells(String line) {
        return Stream.of(line.substring(1).split(CELL, -1)).map(String::strip).toList();
    }
}
