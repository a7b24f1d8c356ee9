package io.turngate.http;

import io.turngate.config.Problem;
import io.turngate.core.TenantId;
import io.turngate.core.TurngateException;
import io.turngate.reload.CurrentTenants;
import io.turngate.reload.ReloadResult;
import io.turngate.reload.TenantState;
import io.turngate.reload.TenantState.Absent;
import io.turngate.reload.TenantState.NeverLoaded;
import io.turngate.reload.TenantState.Refusal;
import io.turngate.reload.TenantState.Serving;
import io.turngate.reload.TenantsVerticle;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/** Shows the tenants in force and the rules that they go by, and reloads one. */
final class TenantsRoutes {

    private final CurrentTenants tenants;
    private final TenantsVerticle reloads;

    TenantsRoutes(CurrentTenants tenants, TenantsVerticle reloads) {
        this.tenants = tenants;
        this.reloads = reloads;
    }

    void list(RoutingContext context) {
        JsonArray all = new JsonArray();
        tenants.all().forEach((id, state) -> all.add(summary(id, state)));
        Replies.json(context, 200, new JsonObject().put("tenants", all));
    }

    void rules(RoutingContext context) {
        TenantId id = id(context);
        TenantState state = tenants.find(id);
        if (state instanceof Absent) {
            throw noSuchTenant();
        }
        JsonObject shown = summary(id, state);
        if (state instanceof Serving serving) {
            shown.put("effective", RulesJson.of(serving.tenant().rules()));
        }
        Replies.json(context, 200, shown);
    }

    /** 200 if what is on disk is in force now, 409 if it was refused. */
    void reload(RoutingContext context) {
        TenantId id = id(context);
        reloads.reload(id)
                .onSuccess(result -> Replies.json(
                        context,
                        result.kind() == ReloadResult.Kind.REFUSED ? 409 : 200,
                        new JsonObject()
                                .put("tenant", id.value())
                                .put("result", result.kind().wireName())
                                .put("problems", problems(result.problems()))))
                .onFailure(context::fail);
    }

    private static TenantId id(RoutingContext context) {
        String name = context.pathParam("tenant");
        if (!TenantId.isValid(name)) {
            throw noSuchTenant();
        }
        return new TenantId(name);
    }

    private static TurngateException noSuchTenant() {
        return Failures.notFound("no such tenant");
    }

    private static JsonObject summary(TenantId id, TenantState state) {
        JsonObject shown = new JsonObject().put("tenant", id.value());
        if (state instanceof Serving serving) {
            shown.put("state", "serving")
                    .put("version", serving.tenant().config().version())
                    .put("rules", serving.tenant().rules().version())
                    .put("loaded_at", serving.loadedAt().toString());
            serving.refused().ifPresent(refusal -> shown.put("refused", refusal(refusal)));
        } else if (state instanceof NeverLoaded never) {
            shown.put("state", "never_loaded").put("refused", refusal(never.refused()));
        }
        return shown;
    }

    private static JsonObject refusal(Refusal refusal) {
        return new JsonObject().put("at", refusal.at().toString()).put("problems", problems(refusal.problems()));
    }

    private static JsonArray problems(List<Problem> problems) {
        JsonArray shown = new JsonArray();
        problems.forEach(problem -> shown.add(new JsonObject()
                .put("file", problem.file())
                .put("pointer", problem.pointer())
                .put("problem", problem.message())));
        return shown;
    }
}
