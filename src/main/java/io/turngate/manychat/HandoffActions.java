package io.turngate.manychat;

import io.turngate.config.TenantConfig;
import io.turngate.core.Reason;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** The actions that hand a contact over, four at most; ManyChat takes five. A flow cannot be one. */
final class HandoffActions {

    private static final int LONGEST_LINK = 1_000;

    private HandoffActions() {}

    /** The tag first: it is the hand-over itself, and a field that does not exist must not be in its way. */
    static JsonArray of(TenantConfig.Handoff handoff, Optional<Reason> reason, Optional<String> liveChatUrl) {
        JsonArray actions = new JsonArray()
                // A tag that is there already would set off no rule.
                .add(tag("remove_tag", handoff.tag()))
                .add(tag("add_tag", handoff.tag()));
        reason.ifPresent(why -> handoff.field().ifPresent(field -> actions.add(set(field, why.wireName()))));
        liveChatUrl
                .filter(HandoffActions::isLink)
                .ifPresent(link -> handoff.linkField().ifPresent(field -> actions.add(set(field, link))));
        return actions;
    }

    private static JsonObject tag(String action, String tag) {
        return new JsonObject().put("action", action).put("tag_name", tag);
    }

    private static JsonObject set(String field, String value) {
        return new JsonObject()
                .put("action", "set_field_value")
                .put("field_name", field)
                .put("value", value);
    }

    /** A person is going to click on it. */
    private static boolean isLink(String text) {
        if (text.length() > LONGEST_LINK) {
            return false;
        }
        try {
            URI url = new URI(text);
            return "https".equalsIgnoreCase(url.getScheme()) && url.getHost() != null && url.getRawUserInfo() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
