package io.turngate.testing;

/** The two forms in which a model is asked. */
public enum ModelWire {
    /** Chat Completions. */
    OPENAI("/v1/chat/completions"),
    /** Anthropic's Messages. */
    ANTHROPIC("/v1/messages");

    private final String path;

    ModelWire(String path) {
        this.path = path;
    }

    public String path() {
        return path;
    }

    /** What a model's base URL is, given the server's own. */
    String baseUrl(String server) {
        return this == OPENAI ? server + "/v1" : server;
    }
}
