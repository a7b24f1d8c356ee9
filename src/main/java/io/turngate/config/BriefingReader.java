package io.turngate.config;

import io.turngate.config.Catalog.Item;
import io.turngate.config.Catalog.Price;
import io.turngate.config.TenantFolder.Known;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Currency;
import java.util.Optional;

/** Checks and reads what a tenant tells its agent: prompt.md, knowledge.md, catalog.json. */
final class BriefingReader {

    /** The most characters of knowledge.md: all of it is sent with every message. */
    static final int LONGEST_KNOWLEDGE = 200_000;

    private static final Pointer ITEMS = Pointer.of("items");

    private final TenantFolder folder;
    private final Problems all;

    BriefingReader(TenantFolder folder, Problems all) {
        this.folder = folder;
        this.all = all;
    }

    /**
     * What is there, and a problem for everything that is wrong with it.
     *
     * @param provider of a runner that is a model; empty for any other
     */
    Briefing read(Optional<String> provider) {
        Problems ofPrompt = all.in(folder.nameOf(Known.PROMPT));
        if (provider.isPresent() && folder.file(Known.PROMPT).isMissing()) {
            ofPrompt.add("is missing: provider " + Wording.quoted(provider.get()) + " needs it");
        }
        Optional<String> prompt =
                text(Known.PROMPT, "the agent's instructions" + (provider.isPresent() ? "" : ", or no file"));
        return new Briefing(prompt, knowledge(), catalog());
    }

    private Optional<String> knowledge() {
        Optional<String> knowledge = text(Known.KNOWLEDGE, "what the agent may state, or no file");
        knowledge
                .filter(text -> text.length() > LONGEST_KNOWLEDGE)
                .ifPresent(text -> all.in(folder.nameOf(Known.KNOWLEDGE))
                        .add("holds " + text.length() + " characters: expected at most " + LONGEST_KNOWLEDGE));
        return knowledge;
    }

    private Optional<String> text(Known known, String expected) {
        SourceFile file = folder.file(known);
        if (file.isMissing()) {
            return Optional.empty();
        }
        Problems problems = all.in(folder.nameOf(known));
        if (file.failure().isPresent()) {
            problems.add(file.failure().get());
            return Optional.empty();
        }
        Optional<String> text = Utf8.decode(file.bytes(), problems);
        if (text.isPresent() && text.get().isBlank()) {
            problems.add((text.get().isEmpty() ? "is empty" : "holds only white space") + ": expected " + expected);
        }
        return text;
    }

    private Optional<Catalog> catalog() {
        SourceFile file = folder.file(Known.CATALOG);
        if (file.isMissing()) {
            return Optional.empty();
        }
        Problems problems = all.in(folder.nameOf(Known.CATALOG));
        if (file.failure().isPresent()) {
            problems.add(file.failure().get());
            return Optional.empty();
        }
        Optional<JsonObject> json = StrictJson.parse(file.bytes(), problems);
        json.ifPresent(object -> {
            Schema.CATALOG.check(object, problems);
            checkItems(object, problems);
        });
        return problems.isEmpty() ? json.map(BriefingReader::catalog) : Optional.empty();
    }

    private static void checkItems(JsonObject json, Problems problems) {
        if (!(ITEMS.find(json) instanceof JsonArray items)) {
            return;
        }
        for (int i = 0; i < items.size(); i++) {
            Pointer currency = ITEMS.child(i).child("currency");
            if (currency.find(json) instanceof String code
                    && !problems.has(currency)
                    && findCurrency(code).isEmpty()) {
                problems.add(
                        currency, "must be a currency's code of ISO 4217 such as \"EUR\", is " + Wording.quoted(code));
            }
            Pointer link = ITEMS.child(i).child("link");
            if (link.find(json) instanceof String url && !problems.has(link) && !BaseUrl.isLink(url)) {
                problems.add(link, "must be an http or https URL");
            }
        }
    }

    private static Catalog catalog(JsonObject json) {
        return new Catalog(json.getJsonArray("items").stream()
                .map(JsonObject.class::cast)
                .map(BriefingReader::item)
                .toList());
    }

    private static Item item(JsonObject item) {
        return new Item(
                item.getString("name").strip(),
                new Price(
                        item.getLong("price"),
                        findCurrency(item.getString("currency")).orElseThrow()),
                Optional.ofNullable(item.getString("schedule")).map(String::strip),
                Optional.ofNullable(item.getString("link")));
    }

    /** One that is counted in units and parts; gold and funds are not. */
    private static Optional<Currency> findCurrency(String code) {
        return Currency.getAvailableCurrencies().stream()
                .filter(currency -> currency.getCurrencyCode().equals(code))
                .filter(currency -> currency.getDefaultFractionDigits() >= 0)
                .findFirst();
    }
}
