package io.turngate.manychat.api;

import io.turngate.config.Secret;
import io.turngate.core.ContactId;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/**
 * The calls of ManyChat's public API. None blocks; the futures of {@link ApiAnswer} never fail, and complete within
 * seconds. Keeping under the account's limits is the caller's business.
 */
public interface ManyChatApi {

    /** Sends content to a contact: {@code {"version":"v2","content":{…}}}. Not safe to repeat. */
    Future<ApiAnswer> sendContent(Account account, ContactId contact, JsonObject block);

    /** Starts a flow for a contact. Not safe to repeat. */
    Future<ApiAnswer> sendFlow(Account account, ContactId contact, String flow);

    /** Sets a custom field of a contact. Safe to repeat. */
    Future<ApiAnswer> setCustomField(Account account, ContactId contact, String field, String value);

    /** Adds a tag to a contact. Safe to repeat. */
    Future<ApiAnswer> addTag(Account account, ContactId contact, String tag);

    /** Removes a tag from a contact. Safe to repeat. */
    Future<ApiAnswer> removeTag(Account account, ContactId contact, String tag);

    /** Asks for the account: whether the key is right. */
    Future<ApiAnswer> checkKey(Account account);

    /** The id of a custom field; empty if the account has none of that name. Fails if it could not be learnt. */
    Future<Optional<Long>> findCustomFieldId(Account account, String field);

    /**
     * An account of ManyChat.
     *
     * @param baseUrl where the API is, without a slash at its end
     * @param apiToken its key
     */
    record Account(String baseUrl, Secret apiToken) {}
}
