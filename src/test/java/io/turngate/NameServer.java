package io.turngate;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.datagram.DatagramPacket;
import io.vertx.core.datagram.DatagramSocket;
import java.util.concurrent.atomic.AtomicInteger;

/** A name server that knows one address for every name, says that it stays so for a day, and then has another. */
final class NameServer {

    private static final int HEADER = 12;
    private static final int TYPE_AND_CLASS = 4;
    private static final int IPV4 = 1;
    private static final int SECONDS_OF_A_DAY = 86_400;

    private final DatagramSocket socket;
    private final AtomicInteger last = new AtomicInteger(1);

    NameServer(Vertx vertx) {
        socket = vertx.createDatagramSocket();
    }

    /** Begins to answer; the port of 127.0.0.1. */
    Future<Integer> listen() {
        return socket.handler(this::answer)
                .listen(0, "127.0.0.1")
                .map(bound -> bound.localAddress().port());
    }

    /** From now on names are at 127.0.0.{@code number}. */
    void move(int number) {
        last.set(number);
    }

    private void answer(DatagramPacket packet) {
        Buffer query = packet.data();
        int end = HEADER;
        while (query.getByte(end) != 0) {
            end += query.getByte(end) + 1;
        }
        boolean known = query.getUnsignedShort(end + 1) == IPV4;
        Buffer answer = Buffer.buffer()
                .appendBuffer(query.slice(0, 2))
                .appendUnsignedShort(0x8180)
                .appendUnsignedShort(1)
                .appendUnsignedShort(known ? 1 : 0)
                .appendInt(0)
                .appendBuffer(query.slice(HEADER, end + 1 + TYPE_AND_CLASS));
        if (known) {
            answer.appendUnsignedShort(0xC000 | HEADER)
                    .appendUnsignedShort(IPV4)
                    .appendUnsignedShort(1)
                    .appendInt(SECONDS_OF_A_DAY)
                    .appendUnsignedShort(4)
                    .appendBytes(new byte[] {127, 0, 0, (byte) last.get()});
        }
        socket.send(answer, packet.sender().port(), packet.sender().host()).onFailure(failure -> {
            throw new IllegalStateException(failure);
        });
    }
}
