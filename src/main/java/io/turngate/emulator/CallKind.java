package io.turngate.emulator;

import io.vertx.core.http.HttpMethod;
import java.util.Arrays;
import java.util.Optional;

/** The calls of the API that are emulated, with what an account may make of each in a second. */
public enum CallKind {
    SEND_CONTENT("sendContent", "/fb/sending/sendContent", 25),
    SEND_FLOW("sendFlow", "/fb/sending/sendFlow", 20),
    SET_CUSTOM_FIELD("setCustomFieldByName", "/fb/subscriber/setCustomFieldByName", 10),
    ADD_TAG("addTagByName", "/fb/subscriber/addTagByName", 10),
    REMOVE_TAG("removeTagByName", "/fb/subscriber/removeTagByName", 10),
    GET_INFO("getInfo", "/fb/page/getInfo", 100),
    GET_CUSTOM_FIELDS("getCustomFields", "/fb/page/getCustomFields", 100);

    private final String word;
    private final String path;
    private final int perSecond;

    CallKind(String word, String path, int perSecond) {
        this.word = word;
        this.path = path;
        this.perSecond = perSecond;
    }

    /** The call that ManyChat names so, for example {@code sendContent}. */
    public static Optional<CallKind> find(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }

    /** The name that ManyChat gives it. */
    public String word() {
        return word;
    }

    /** The most calls that pass in any second. */
    public int perSecond() {
        return perSecond;
    }

    String path() {
        return path;
    }

    HttpMethod method() {
        return path.startsWith("/fb/page/") ? HttpMethod.GET : HttpMethod.POST;
    }
}
