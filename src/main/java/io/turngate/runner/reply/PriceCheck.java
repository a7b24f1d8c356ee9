package io.turngate.runner.reply;

import io.turngate.config.Catalog;
import io.turngate.config.Catalog.Price;
import java.math.BigDecimal;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;

/**
 * Knows whether a text names a price that the catalog does not hold. A price is a number with the sign, code or word of a
 * currency beside it; numbers alone and numbers in words are none. Where a text can be read in two ways it is held against
 * it: a person looks then.
 */
final class PriceCheck {

    private static final int HUNDREDTH_DIGITS = 2;
    private static final int FARTHEST = 2;
    private static final String RANGE_SIGNS = "-–—/";

    private final List<Price> prices;

    PriceCheck(Catalog catalog) {
        this.prices =
                catalog.items().stream().map(Catalog.Item::price).distinct().toList();
    }

    /** Whether every price in the text is one of the catalog's. */
    boolean isHeld(String text) {
        String plain = plain(text);
        return plain.chars().noneMatch(Character::isDigit) || new Reading(plain).isHeld();
    }

    /** Digits and signs of other scripts and widths in their plain form, blanks as spaces. */
    private static String plain(String text) {
        return text.chars().allMatch(character -> character >= ' ' && character <= '~') ? text : normalized(text);
    }

    private static String normalized(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        Normalizer.normalize(text, Normalizer.Form.NFKC).codePoints().forEach(codePoint -> {
            if (Character.isDigit(codePoint)) {
                plain.append(Character.digit(codePoint, 10));
            } else if (Character.getType(codePoint) != Character.FORMAT) {
                plain.appendCodePoint(
                        Character.isSpaceChar(codePoint) || Character.isWhitespace(codePoint) ? ' ' : codePoint);
            }
        });
        return plain.toString();
    }

    private boolean isHeld(Amount amount, String name) {
        return prices.stream().anyMatch(price -> Money.mayBe(name, price.currency()) && isWorth(amount, name, price));
    }

    private static boolean isWorth(Amount amount, String name, Price price) {
        return amount.values(price.currency().getDefaultFractionDigits()).stream()
                .map(value -> Money.isHundredth(name) ? value.movePointLeft(HUNDREDTH_DIGITS) : value)
                .anyMatch(value -> isEqual(value, price.amount()));
    }

    private static boolean isEqual(BigDecimal left, BigDecimal right) {
        return left.compareTo(right) == 0;
    }

    /** One text, whose numbers each belong to one name of a currency at most. */
    private final class Reading {

        private final String text;
        private final List<MatchResult> names;
        private final List<Amount> amounts;
        private final Set<Amount> taken = new HashSet<>();

        Reading(String text) {
            this.text = text;
            List<Amount> numbers = Amount.in(text).toList();
            this.names = Money.names(text, word -> isBesideAny(numbers, word)).toList();
            Set<Integer> endsOfNames = new HashSet<>();
            names.forEach(name -> endsOfNames.add(name.end()));
            this.amounts = numbers.stream()
                    .filter(amount -> isFree(amount.start()) || endsOfNames.contains(amount.start()))
                    .toList();
        }

        /** No other word can be the name of a number's currency, and to look one up costs more than all the rest. */
        private static boolean isBesideAny(List<Amount> numbers, MatchResult word) {
            return numbers.stream()
                    .anyMatch(number ->
                            number.start() - word.end() <= FARTHEST && word.start() - number.end() <= FARTHEST);
        }

        /** A letter before makes it a name, such as that of a level: B1. */
        private boolean isFree(int start) {
            return start == 0 || !Character.isLetter(text.codePointBefore(start));
        }

        boolean isHeld() {
            int next = 0;
            for (MatchResult name : names) {
                while (next < amounts.size() && amounts.get(next).start() < name.end()) {
                    next++;
                }
                if (!isHeld(name, next)) {
                    return false;
                }
            }
            return true;
        }

        /** @param next index of the first number behind the name */
        private boolean isHeld(MatchResult name, int next) {
            boolean hasBefore = next > 0
                    && isNear(amounts.get(next - 1).end(), name.start())
                    && !taken.contains(amounts.get(next - 1));
            boolean hasAfter = next < amounts.size()
                    && isNear(name.end(), amounts.get(next).start());
            boolean clingsToNext = hasAfter
                    && amounts.get(next).start() == name.end()
                    && (!hasBefore || amounts.get(next - 1).end() < name.start());
            if (hasBefore && !clingsToNext) {
                return isHeld(next - 1, name, next - 2);
            }
            return !hasAfter || isHeld(next, name, next + 1);
        }

        /** The number, and the other end of a range that it is one end of. */
        private boolean isHeld(int index, MatchResult name, int neighbour) {
            taken.add(amounts.get(index));
            return PriceCheck.this.isHeld(amounts.get(index), name.group())
                    && (!isRange(index, neighbour) || isHeld(neighbour, name, neighbour));
        }

        private boolean isRange(int index, int neighbour) {
            if (neighbour < 0 || neighbour >= amounts.size() || neighbour == index) {
                return false;
            }
            int left = amounts.get(Math.min(index, neighbour)).end();
            int right = amounts.get(Math.max(index, neighbour)).start();
            String between = text.substring(left, right).strip();
            boolean isPerSomething = between.equals("/") && neighbour > index;
            return between.length() == 1 && RANGE_SIGNS.contains(between) && !isPerSomething;
        }

        private boolean isNear(int left, int right) {
            return right - left <= FARTHEST && text.substring(left, right).isBlank();
        }
    }
}
