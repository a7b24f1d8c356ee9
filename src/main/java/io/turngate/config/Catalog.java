package io.turngate.config;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import java.util.Optional;

/**
 * catalog.json: what the tenant sells. With one, no reply names a price that is not in it.
 *
 * @param items in the order of the file, at least one
 */
public record Catalog(List<Item> items) {

    public Catalog {
        items = List.copyOf(items);
    }

    /**
     * One thing that is sold.
     *
     * @param name never blank
     * @param price what it costs
     * @param schedule when it takes place, in words
     * @param link where there is more, an http or https URL
     */
    public record Item(String name, Price price, Optional<String> schedule, Optional<String> link) {}

    /**
     * A price as it is written down.
     *
     * @param minorUnits in the currency's smallest unit, at least 0: cents of EUR, whole yen
     * @param currency with a number of decimals that ISO 4217 fixes
     */
    public record Price(long minorUnits, Currency currency) {

        /** In the currency itself: 12000 minor units of EUR are 120.00. */
        public BigDecimal amount() {
            return BigDecimal.valueOf(minorUnits, currency.getDefaultFractionDigits());
        }

        /** For people: {@code 120 EUR}, {@code 28.50 EUR}. */
        @Override
        public String toString() {
            BigDecimal amount = amount();
            boolean isWhole = amount.stripTrailingZeros().scale() <= 0;
            return (isWhole ? amount.toBigInteger().toString() : amount.toPlainString()) + " "
                    + currency.getCurrencyCode();
        }
    }
}
