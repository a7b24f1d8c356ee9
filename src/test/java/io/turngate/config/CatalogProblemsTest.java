package io.turngate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One small bad catalog.json a mistake, each with the whole text of its problem. */
class CatalogProblemsTest {

    private static final String PROBLEMS = """
            currency-gold | tenants/demo/catalog.json /items/0/currency: must be a currency's code of ISO 4217 \
            such as "EUR", is "XAU"
            currency-sign | tenants/demo/catalog.json /items/0/currency: must be a non-empty text of at most 3 \
            characters, is a string
            currency-small | tenants/demo/catalog.json /items/0/currency: must be a currency's code of ISO 4217 \
            such as "EUR", is "eur"
            currency-unknown | tenants/demo/catalog.json /items/0/currency: must be a currency's code of ISO 4217 \
            such as "EUR", is "EUX"
            empty | tenants/demo/catalog.json: is empty: expected a JSON object
            items-empty | tenants/demo/catalog.json /items: must be a list of 1 to 500, is an empty list
            items-missing | tenants/demo/catalog.json: missing: items is required, a list of 1 to 500
            link-no-url | tenants/demo/catalog.json /items/0/link: must be an http or https URL
            link-script | tenants/demo/catalog.json /items/0/link: must be an http or https URL
            list | tenants/demo/catalog.json: must be an object, is a list of 1
            name-blank | tenants/demo/catalog.json /items/0/name: must be a non-empty text of at most 200 \
            characters, is blank
            price-fraction | tenants/demo/catalog.json /items/0/price: must be an integer from 0 to 100000000000, \
            is 28.5
            price-missing | tenants/demo/catalog.json /items/0: missing: items.0.price is required, an integer \
            from 0 to 100000000000
            price-negative | tenants/demo/catalog.json /items/0/price: must be an integer from 0 to 100000000000, \
            is -1
            price-text | tenants/demo/catalog.json /items/0/price: must be an integer from 0 to 100000000000, is a \
            string
            unknown-key | tenants/demo/catalog.json /items/0/cost: unknown key "cost"; expected one of "name", \
            "price", "currency", "schedule", "link"
            """;

    @TempDir
    Path dir;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = PROBLEMS)
    void aBadFileIsToldExactly(String name, String problem) {
        TestConf conf = new TestConf(dir);
        conf.write("tenants/demo/catalog.json", TestConf.bad("bad-catalog", name));

        assertThat(conf.check()).extracting(Problem::toString).containsExactly(problem);
    }

    @Test
    void everyBadFileIsInTheTable() {
        assertThat(PROBLEMS.lines().map(line -> line.split(" ", 2)[0])).containsAll(TestConf.allBad("bad-catalog"));
    }
}
