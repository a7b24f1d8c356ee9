package io.turngate.runner.reply;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A number as people write it: {@code 1.200}, {@code 12.50}, {@code 1 200,5}, {@code 120,-}, {@code 1.2k}.
 *
 * @param start where it begins in its text
 * @param end where it ends, a word for thousands included
 * @param digits without that word
 * @param isThousands whether one follows
 */
record Amount(int start, int end, String digits, boolean isThousands) {

    private static final Pattern FORM = Pattern.compile(
            "(\\d{1,15}+(?:[.,'’]\\d{1,15}+| \\d{3}(?!\\d)){0,6}+)(?:[.,][-–—])?+"
                    + "(?: ?(k|tsd\\.?|mil|thousand|tausend|mille|тыс\\.?)(?!\\p{L}))?+",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);
    private static final int GROUP = 3;

    /** Where numbers stand in a text, in order. */
    static Stream<Amount> in(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.results()
                .map(found -> new Amount(found.start(), found.end(), found.group(1), found.group(2) != null));
    }

    /**
     * What it may mean: with one sign before three digits these may be thousands, and decimals where the currency has as
     * many.
     *
     * @param fractionDigits of the currency
     */
    List<BigDecimal> values(int fractionDigits) {
        String plain = digits.replaceAll("[ '’]", "");
        int dot = plain.lastIndexOf('.');
        int comma = plain.lastIndexOf(',');
        int last = Math.max(dot, comma);
        if (last < 0) {
            return List.of(scaled(plain));
        }
        BigDecimal grouped = scaled(plain.replaceAll("[.,]", ""));
        BigDecimal decimal = scaled(plain.substring(0, last).replaceAll("[.,]", "") + "." + plain.substring(last + 1));
        if (dot >= 0 && comma >= 0) {
            return List.of(isOnly(plain, last) ? decimal : grouped);
        }
        if (!isOnly(plain, last)) {
            return List.of(grouped);
        }
        boolean mayBeGroup =
                plain.length() - last - 1 == GROUP && last <= GROUP && plain.charAt(0) != '0' && !isThousands;
        if (!mayBeGroup) {
            return List.of(decimal);
        }
        return fractionDigits == GROUP ? List.of(grouped, decimal) : List.of(grouped);
    }

    private BigDecimal scaled(String number) {
        BigDecimal value = new BigDecimal(number);
        return isThousands ? value.multiply(THOUSAND) : value;
    }

    private static boolean isOnly(String text, int at) {
        return text.indexOf(text.charAt(at)) == at;
    }
}
