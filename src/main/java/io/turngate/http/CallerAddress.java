package io.turngate.http;

import io.netty.util.NetUtil;
import io.turngate.config.AddressBlock;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds whose request it is: the peer, or, where that is a trusted proxy, the nearest address in {@code
 * X-Forwarded-For} that is not one. An IPv6 caller is its /64, since one line has that many addresses.
 */
final class CallerAddress {

    private static final int IPV6_NETWORK_BYTES = 8;

    private final List<AddressBlock> trustedProxies;

    CallerAddress(List<AddressBlock> trustedProxies) {
        this.trustedProxies = trustedProxies;
    }

    /** A text that is equal for requests of the same caller. */
    String of(HttpServerRequest request) {
        String peer = request.remoteAddress().hostAddress();
        InetAddress address = parse(peer);
        if (address == null) {
            return String.valueOf(peer);
        }
        return name(isTrusted(address) ? forwarded(request, address) : address);
    }

    private InetAddress forwarded(HttpServerRequest request, InetAddress peer) {
        InetAddress nearest = peer;
        List<String> hops = request.headers().getAll("X-Forwarded-For").stream()
                .flatMap(header -> Arrays.stream(header.split(",", -1)))
                .toList();
        for (int i = hops.size() - 1; i >= 0; i--) {
            InetAddress hop = parse(hops.get(i).strip());
            if (hop == null) {
                return nearest;
            }
            nearest = hop;
            if (!isTrusted(hop)) {
                return hop;
            }
        }
        return nearest;
    }

    private boolean isTrusted(InetAddress address) {
        return trustedProxies.stream().anyMatch(block -> block.contains(address));
    }

    private static String name(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length == 4) {
            return NetUtil.bytesToIpAddress(bytes);
        }
        Arrays.fill(bytes, IPV6_NETWORK_BYTES, bytes.length, (byte) 0);
        return NetUtil.bytesToIpAddress(bytes) + "/64";
    }

    /** Never asks a name server: what is not an address is nobody's. */
    private static @Nullable InetAddress parse(@Nullable String text) {
        byte[] bytes = text == null ? null : NetUtil.createByteArrayFromIpAddressString(text);
        try {
            return bytes == null ? null : InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            return null;
        }
    }
}
