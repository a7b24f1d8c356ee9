package io.turngate.testing;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A model server in a process of its own: {@code <port> [<script.json>]}. Its first line says where it listens; it runs
 * until it is ended.
 */
public final class ModelServerProgram {

    private ModelServerProgram() {}

    public static void main(String[] args) throws IOException {
        int port = args.length > 0 ? Integer.parseInt(args[0]) : 0;
        ModelServer server = Awaiting.result(ModelServer.start(Vertx.vertx(), port));
        if (args.length > 1) {
            server.answering(new ModelScript(new JsonArray(Files.readString(Path.of(args[1])))));
        }
        System.out.println("openai " + server.baseUrl(ModelWire.OPENAI) + " anthropic "
                + server.baseUrl(ModelWire.ANTHROPIC) + " model " + ModelServer.MODEL + " key "
                + ModelServer.KEY.reveal());
    }
}
