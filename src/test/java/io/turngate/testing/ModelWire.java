package io.turngate.testing;

/** The two forms in which a model is asked. */
public enum ModelWire {
    /** Chat Completions. */
    OPENAI("openai", "/v1/chat/completions"),
    /** Anthropic's Messages. */
    ANTHROPIC("anthropic", "/v1/messages");

    private final String provider;
    private final String path;

    ModelWire(String provider, String path) {
        this.provider = provider;
        this.path = path;
    }

    /** What tenant.json calls it. */
    public String provider() {
        return provider;
    }

    public String path() {
        return path;
    }

    /** What a model's base URL is, given the server's own. */
    String baseUrl(String server) {
        return this == OPENAI ? server + "/v1" : server;
    }
}
