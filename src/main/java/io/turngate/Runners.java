package io.turngate;

import io.turngate.budget.BilledModel;
import io.turngate.budget.BudgetedRunner;
import io.turngate.budget.DailyBudgets;
import io.turngate.config.ModelChoice;
import io.turngate.config.TenantConfig;
import io.turngate.config.TokenPrice;
import io.turngate.ops.MeteredRunner;
import io.turngate.ops.Metrics;
import io.turngate.ops.ModelMetrics;
import io.turngate.runner.DeadlineRunner;
import io.turngate.runner.Runner;
import io.turngate.runner.agent.ModelRunner;
import io.turngate.runner.anthropic.AnthropicModel;
import io.turngate.runner.model.Model;
import io.turngate.runner.model.ModelName;
import io.turngate.runner.model.Resilience;
import io.turngate.runner.model.ResilientModel;
import io.turngate.runner.openai.OpenAiModel;
import io.turngate.runner.scripted.ScriptedRunner;
import io.turngate.runner.wire.ClientPerLoop;
import io.turngate.runner.wire.ModelSettings;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.Set;

/** Makes a tenant's runner of its configuration: the one place that knows every provider. */
final class Runners {

    private static final String SCRIPTED = "scripted";
    private static final String OPENAI = "openai";
    private static final String ANTHROPIC = "anthropic";

    /** What {@code runner.provider} can be. */
    static final Set<String> PROVIDERS = Set.of(SCRIPTED, OPENAI, ANTHROPIC);

    private final Vertx vertx;
    private final Metrics metrics;
    private final ModelMetrics models;
    private final DailyBudgets budgets;

    /** Shared by all tenants and versions: a reload takes no connection from a call that is under way. */
    private final ClientPerLoop clients;

    Runners(Vertx vertx, Metrics metrics, ModelMetrics models, DailyBudgets budgets) {
        this.budgets = budgets;
        this.vertx = vertx;
        this.metrics = metrics;
        this.models = models;
        this.clients = new ClientPerLoop(vertx);
    }

    /** The runner of one version of a tenant. */
    Runner of(TenantConfig tenant) {
        String provider = tenant.runner().provider();
        Runner runner = provider.equals(SCRIPTED)
                ? new ScriptedRunner(vertx, tenant.answers().orElseThrow())
                : new BudgetedRunner(
                        new ModelRunner(model(tenant), tenant),
                        tenant.id(),
                        tenant.rules().budget(),
                        budgets);
        return new MeteredRunner(new DeadlineRunner(vertx, runner), tenant.id(), provider, metrics);
    }

    private Model model(TenantConfig tenant) {
        Optional<Model> fallback =
                tenant.runner().fallback().map(choice -> resilient(tenant, choice, Optional.empty()));
        return resilient(tenant, tenant.runner().model().orElseThrow(), fallback);
    }

    private Model resilient(TenantConfig tenant, ModelChoice choice, Optional<Model> fallback) {
        ModelName name = new ModelName(tenant.id(), choice.provider(), choice.model());
        models.served(name);
        Model billed = new BilledModel(bare(choice), tenant.id(), choice.price().orElse(TokenPrice.UNKNOWN), budgets);
        return new ResilientModel(vertx, new ResilientModel.Named(name, billed), fallback, Resilience.DEFAULT, models);
    }

    private Model bare(ModelChoice choice) {
        return switch (choice.provider()) {
            case OPENAI -> new OpenAiModel(clients, settings(choice, OpenAiModel.DEFAULT_BASE_URL));
            case ANTHROPIC -> new AnthropicModel(clients, settings(choice, AnthropicModel.DEFAULT_BASE_URL));
            default -> throw new IllegalArgumentException("no such provider: " + choice.provider());
        };
    }

    private static ModelSettings settings(ModelChoice choice, String defaultBaseUrl) {
        return new ModelSettings(
                choice.baseUrl().orElse(defaultBaseUrl),
                choice.model(),
                choice.apiKey(),
                choice.temperature(),
                choice.maxTokens());
    }
}
