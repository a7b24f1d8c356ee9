package io.turngate.runner.reply;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns markdown into what a person would type into a chat, on every channel alike: what one of them renders, another shows as
 * signs. Addresses stay as they are. Each expression matches in time that grows with the text alone.
 */
final class PlainText {

    private static final Pattern CODE_FENCE = Pattern.compile("^\\s{0,8}(```|~~~).{0,40}$");
    private static final Pattern RULE = Pattern.compile("^\\s{0,3}([-*_])(?:[ \\t]{0,3}\\1){2,100}\\s{0,9}$");
    private static final Pattern TABLE_RULE = Pattern.compile("^[\\s|:-]{3,1000}$");
    private static final Pattern HEADING = Pattern.compile("^\\s{0,3}#{1,6}[ \\t]++(\\S.*)$");
    private static final Pattern HEADING_END = Pattern.compile("(?<=[ \\t])#{1,6}$");
    private static final Pattern QUOTE = Pattern.compile("^\\s{0,3}(?:>\\s?)++");
    private static final Pattern BULLET = Pattern.compile("^(\\s{0,12})[*+•]\\s++");
    private static final Pattern LINK = Pattern.compile("!?\\[([^\\[\\]\\n]{0,500}+)]\\(<?"
            + "([^()<>\\s]{1,2000}+(?:\\([^()\\s]{0,200}+\\)[^()<>\\s]{0,500}+)?+)>?"
            + "(?:\\s++[\"'(][^\"')\\n]{0,200}+[\"')])?+\\)");
    private static final Pattern AUTO_LINK = Pattern.compile("<((?:https?://|mailto:)[^<>\\s]{1,2000})>");

    /** Addresses are left out of it, first alternative: their signs are no emphasis. */
    private static final Pattern EMPHASIS = Pattern.compile("((?:https?://|www\\.)\\S{1,2000})"
            + "|(\\*\\*\\*|\\*\\*|~~)(?=\\S)([^*~\\n]{1,2000}+)(?<=\\S)\\2"
            + "|(?<![\\p{L}\\p{N}_*\\\\])(\\*|___|__|_)(?=\\S)([^*_\\n]{1,2000}+)(?<=\\S)\\4(?![\\p{L}\\p{N}_*])"
            + "|`{1,3}+([^`\\n]{1,2000}+)`{1,3}+");

    private static final Pattern ESCAPED = Pattern.compile("\\\\([\\\\`*_{}\\[\\]()#+.!~|>-])");
    private static final Pattern BLANK_LINES = Pattern.compile("\\n{3,}");
    private static final String MAIL = "mailto:";

    /** Without one of them a text is plain already; among them what \\R takes for the end of a line, but for \\n. */
    private static final String SIGNS = "`~*_-#>+•[<|\\\r\u000B\f\u0085\u2028\u2029";

    private PlainText() {}

    static String of(String markdown) {
        return markdown.chars().anyMatch(sign -> SIGNS.indexOf(sign) >= 0) ? withoutSigns(markdown) : tidy(markdown);
    }

    private static String tidy(String text) {
        return BLANK_LINES.matcher(text).replaceAll("\n\n").strip();
    }

    private static String withoutSigns(String markdown) {
        List<String> lines = new ArrayList<>();
        boolean isCode = false;
        for (String line : markdown.split("\\R", -1)) {
            if (CODE_FENCE.matcher(line).matches()) {
                isCode = !isCode;
            } else if (isCode) {
                lines.add(line);
            } else if (!isDecoration(line)) {
                lines.add(line(line));
            }
        }
        return tidy(String.join("\n", lines));
    }

    private static boolean isDecoration(String line) {
        return RULE.matcher(line).matches()
                || line.indexOf('|') >= 0
                        && line.indexOf('-') >= 0
                        && TABLE_RULE.matcher(line).matches();
    }

    private static String line(String line) {
        String plain = QUOTE.matcher(line).replaceFirst("");
        plain = BULLET.matcher(plain).replaceFirst("$1- ");
        Matcher heading = HEADING.matcher(plain);
        plain = heading.matches()
                ? HEADING_END.matcher(heading.group(1).strip()).replaceFirst("").strip()
                : plain;
        plain = row(plain);
        plain = LINK.matcher(plain).replaceAll(found -> Matcher.quoteReplacement(link(found.group(1), found.group(2))));
        plain = AUTO_LINK.matcher(plain).replaceAll(found -> Matcher.quoteReplacement(address(found.group(1))));
        // Twice: one sort of emphasis may stand inside of another.
        return ESCAPED.matcher(withoutEmphasis(withoutEmphasis(plain))).replaceAll("$1");
    }

    private static String row(String line) {
        String row = line.strip();
        if (row.length() < 2 || row.charAt(0) != '|' || row.charAt(row.length() - 1) != '|') {
            return line;
        }
        List<String> cells = new ArrayList<>();
        for (String cell : row.substring(1, row.length() - 1).split("\\|", -1)) {
            if (!cell.isBlank()) {
                cells.add(cell.strip());
            }
        }
        return String.join(", ", cells);
    }

    private static String link(String label, String url) {
        String text = label.strip();
        String address = address(url);
        return text.isEmpty() || text.equals(address) || text.equals(url) ? address : text + ": " + address;
    }

    private static String address(String url) {
        return url.toLowerCase(Locale.ROOT).startsWith(MAIL) ? url.substring(MAIL.length()) : url;
    }

    private static String withoutEmphasis(String line) {
        return EMPHASIS.matcher(line).replaceAll(found -> {
            for (int group : new int[] {1, 3, 5, 6}) {
                if (found.group(group) != null) {
                    return Matcher.quoteReplacement(found.group(group));
                }
            }
            return "";
        });
    }
}
