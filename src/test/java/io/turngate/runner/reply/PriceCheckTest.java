package io.turngate.runner.reply;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.Catalog;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PriceCheckTest {

    /** 120, 28.50 and 1200 EUR, 45 USD, 12000 JPY, 1.250 KWD. */
    private final PriceCheck check = new PriceCheck(new Catalog(List.of(
            item(12_000, "EUR"),
            item(2_850, "EUR"),
            item(120_000, "EUR"),
            item(4_500, "USD"),
            item(12_000, "JPY"),
            item(1_250, "KWD"))));

    private static Catalog.Item item(long minorUnits, String currency) {
        return new Catalog.Item(
                "course",
                new Catalog.Price(minorUnits, Currency.getInstance(currency)),
                Optional.empty(),
                Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "It costs 120 €.",
                "It costs 120€",
                "€120",
                "€ 120.00",
                "EUR 120",
                "EUR120",
                "120EUR",
                "120 eur",
                "120,00 €",
                "120,- €",
                "120.– EUR",
                "120 euros al mes",
                "120 Euro im Monat",
                "120 евро",
                "1.200 €",
                "1,200 €",
                "1 200 €",
                "1\u202F200,00\u00A0€",
                "1'200 EUR",
                "1.200,00 €",
                "€1,200.00",
                "1.2k €",
                "1,2 mil euros",
                "28.50 EUR",
                "28,5 €",
                "2850 cents",
                "２８．５０ ＥＵＲ",
                "١٢٠ €",
                "$45",
                "US$ 45.00",
                "45 USD",
                "45 dólares",
                "¥12,000",
                "12000円",
                "1.250 KWD",
                "28.50–120 EUR",
                "€28.50-120",
                "120 €, or 28,50 € each",
                "Level B1: 120 €",
                "€120/2 weeks"
            })
    void pricesOfTheCatalogAreHeldInEveryNotation(String text) {
        assertThat(check.isHeld(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "It costs 121 €.",
                "€12",
                "1.20 €",
                "EUR 148.50",
                "148,50 euros in all",
                "$120",
                "120 USD",
                "120 AED",
                "120 £",
                "45 EUR",
                "$ 45.50",
                "1.2 €",
                "12 k€ 5 k €",
                "3 mil euros",
                "99 cents",
                "50 céntimos",
                "28.50–130 EUR",
                "20-120 EUR",
                "€28.50-130",
                "120 €, reduced to 100 €",
                "$45 $999",
                "999 EUR 120 EUR",
                "120 EUR 999 EUR",
                "1\u200B21 €",
                "１２１ €",
                "0 €",
                "R$ 120",
                "150 Kč",
                "990 руб.",
                "2 120 €",
                "12.03.2026 €"
            })
    void anyOtherPriceIsNot(String text) {
        assertThat(check.isHeld(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "We meet at 18:30 on 12 March 2026.",
                "Call +34 600 123 456.",
                "Level B1 or B2, 8 students.",
                "20 % less than you think",
                "All 30 places, TOP 10, cup 3",
                "euros and dollars",
                "",
                "150 all together"
            })
    void numbersWithoutACurrencyAreNoPrices(String text) {
        assertThat(check.isHeld(text)).isTrue();
    }

    @Test
    void longTextsAreReadInTimeThatGrowsWithThem() {
        assertThat(check.isHeld("1 ".repeat(30_000))).isTrue();
        assertThat(check.isHeld("1.1".repeat(20_000) + " €")).isFalse();
        assertThat(check.isHeld("€".repeat(60_000))).isTrue();
    }
}
