package io.turngate.emulator;

import io.vertx.core.http.HttpMethod;
import java.util.Map;

/** What a flow or a callback sends. */
record FlowRequest(HttpMethod method, String url, Map<String, String> headers, String body) {}
