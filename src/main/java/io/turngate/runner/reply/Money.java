package io.turngate.runner.reply;

import java.util.Currency;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The signs, codes and words by which texts name currencies. */
final class Money {

    private static final Set<String> DOLLARS = Set.of(
            "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "UYU", "DOP", "BRL", "JMD");
    private static final Set<String> PESOS = Set.of("MXN", "ARS", "CLP", "COP", "UYU", "DOP", "PHP", "CUP");
    private static final Set<String> CROWNS = Set.of("SEK", "NOK", "DKK", "ISK", "CZK");
    private static final Set<String> RUPEES = Set.of("INR", "PKR", "LKR", "NPR", "IDR");
    /** Of no currency of its own. */
    private static final Set<String> HUNDREDTHS = Set.of();

    /** Codes that are written in small letters too; of others that may be a word: top, all, try. */
    private static final Set<String> ALSO_SMALL = Set.of("eur", "usd", "gbp", "chf", "mxn", "brl", "cad", "aud");

    private static final Map<String, Set<String>> SIGNS = Map.ofEntries(
            Map.entry("€", Set.of("EUR")),
            Map.entry("$", DOLLARS),
            Map.entry("£", Set.of("GBP", "EGP", "GIP")),
            Map.entry("¥", Set.of("JPY", "CNY")),
            Map.entry("円", Set.of("JPY")),
            Map.entry("元", Set.of("CNY", "TWD")),
            Map.entry("₹", RUPEES),
            Map.entry("₽", Set.of("RUB")),
            Map.entry("₺", Set.of("TRY")),
            Map.entry("₩", Set.of("KRW")),
            Map.entry("₪", Set.of("ILS")),
            Map.entry("₫", Set.of("VND")),
            Map.entry("₴", Set.of("UAH")),
            Map.entry("₦", Set.of("NGN")),
            Map.entry("₱", PESOS),
            Map.entry("฿", Set.of("THB")),
            Map.entry("¢", HUNDREDTHS));

    private static final Map<String, Set<String>> WORDS = Map.ofEntries(
            Map.entry("euros?|ευρώ|евро", Set.of("EUR")),
            Map.entry("dollars?|d[oó]lare?s?|доллар\\p{L}{0,3}", DOLLARS),
            Map.entry("pounds?|sterling|libras?|quid", Set.of("GBP", "EGP", "GIP")),
            Map.entry("pesos?", PESOS),
            Map.entry("reais|reales", Set.of("BRL")),
            Map.entry("francs?|franken|francos?|franchi|fr\\.", Set.of("CHF", "XOF", "XAF")),
            Map.entry("yen|yenes", Set.of("JPY")),
            Map.entry("yuan|rmb", Set.of("CNY")),
            Map.entry("rupees?|rupias?|rs\\.?", RUPEES),
            Map.entry("kr\\.?|krona|kronor|kroner|kč|koron\\p{L}?", CROWNS),
            Map.entry("zł|z[lł]ot\\p{L}{1,3}", Set.of("PLN")),
            Map.entry("liras?|lire|tl", Set.of("TRY")),
            Map.entry("руб\\.?|рубл\\p{L}{1,3}|rubles?|roubles?|rublos?|rubel", Set.of("RUB")),
            Map.entry("soles", Set.of("PEN")),
            Map.entry("dirhams?", Set.of("AED", "MAD")),
            Map.entry("cents?|c[eé]ntimos?|centavos?|centimes?|pence|penny", HUNDREDTHS));

    /** All but the paanga of Tonga: TOP 10 is no price. */
    private static final Map<String, Set<String>> CODES = Currency.getAvailableCurrencies().stream()
            .filter(currency -> !currency.getCurrencyCode().equals("TOP"))
            .collect(Collectors.toMap(Currency::getCurrencyCode, code -> Set.of(code.getCurrencyCode())));

    private static final Map<Pattern, Set<String>> BY_WORD = byWord();

    /** A sign, a short form with its dot, or a word, which letters may not touch; digits may. */
    private static final Pattern CANDIDATE = Pattern.compile(
            "[" + String.join("", SIGNS.keySet()).replace("$", "\\$") + "]|(?<!\\p{L})(?i:rs|fr|kr|руб)\\.|\\p{L}++",
            Pattern.UNICODE_CASE);

    private static final int LONGEST_WORD = 12;

    private Money() {}

    /**
     * Where names stand in a text, in order.
     *
     * @param mayMatter whether a word in a place is worth being looked up
     */
    static Stream<MatchResult> names(String text, Predicate<MatchResult> mayMatter) {
        return CANDIDATE
                .matcher(text)
                .results()
                .filter(mayMatter)
                .filter(found -> find(found.group()).isPresent());
    }

    /** Whether the name is that of the hundredth part of any currency. */
    static boolean isHundredth(String name) {
        return find(name).filter(Set::isEmpty).isPresent();
    }

    /** Whether the name may mean the currency. */
    static boolean mayBe(String name, Currency currency) {
        return isHundredth(name)
                || find(name)
                        .filter(codes -> codes.contains(currency.getCurrencyCode()))
                        .isPresent();
    }

    private static Optional<Set<String>> find(String name) {
        if (name.length() > LONGEST_WORD) {
            return Optional.empty();
        }
        String code = ALSO_SMALL.contains(name.toLowerCase(Locale.ROOT)) ? name.toUpperCase(Locale.ROOT) : name;
        Set<String> known = SIGNS.getOrDefault(name, CODES.get(code));
        return known != null
                ? Optional.of(known)
                : BY_WORD.entrySet().stream()
                        .filter(word -> word.getKey().matcher(name).matches())
                        .map(Map.Entry::getValue)
                        .findFirst();
    }

    private static Map<Pattern, Set<String>> byWord() {
        Map<Pattern, Set<String>> patterns = new HashMap<>();
        WORDS.forEach((word, codes) ->
                patterns.put(Pattern.compile(word, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE), codes));
        return Map.copyOf(patterns);
    }
}
