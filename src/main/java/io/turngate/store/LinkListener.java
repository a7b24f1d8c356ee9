package io.turngate.store;

/** Hears what becomes of the connections of one event loop to Redis; called on that event loop. */
public interface LinkListener {

    /**
     * A server was connected to, for the first time or again.
     *
     * @param server {@code host:port}
     */
    void greeted(String server, ServerFacts facts);

    /** A server is not one of those that keep state any more. */
    void left(String server);

    /** What can be reached has changed. */
    void reaches(Reach reach);

    /** A command was answered, or was not. */
    void command(long nanos, boolean succeeded);

    /** So many answers go out though fewer replicas than wanted have confirmed in time what they say. */
    void shortOfReplicas(int answers);

    /** Does not listen. */
    LinkListener DEAF = new LinkListener() {
        @Override
        public void greeted(String server, ServerFacts facts) {}

        @Override
        public void left(String server) {}

        @Override
        public void reaches(Reach reach) {}

        @Override
        public void command(long nanos, boolean succeeded) {}

        @Override
        public void shortOfReplicas(int answers) {}
    };
}
