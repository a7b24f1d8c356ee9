package io.turngate.config;

import io.netty.util.NetUtil;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * A block of IP addresses: one address or a CIDR block.
 *
 * @param network the block's first address
 * @param prefixLength how many leading bits an address must share with it
 */
public record AddressBlock(InetAddress network, int prefixLength) {

    /**
     * Reads {@code 10.0.0.0/8}, {@code 192.0.2.7}, {@code 2001:db8::/32}; empty for anything else, names included: no
     * look-up is made. An IPv4 address in IPv6 form is none either, since callers are seen with their IPv4 one.
     */
    static Optional<AddressBlock> parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        if (!NetUtil.isValidIpV4Address(address) && !address.matches("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*")) {
            return Optional.empty();
        }
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
        if (bytes == null) {
            return Optional.empty();
        }
        String length = slash < 0 ? String.valueOf(bytes.length * Byte.SIZE) : text.substring(slash + 1);
        if (!length.matches("\\d{1,3}") || Integer.parseInt(length) > bytes.length * Byte.SIZE) {
            return Optional.empty();
        }
        return of(bytes, Integer.parseInt(length));
    }

    private static Optional<AddressBlock> of(byte[] bytes, int prefixLength) {
        byte[] first = bytes.clone();
        for (int bit = prefixLength; bit < first.length * Byte.SIZE; bit++) {
            first[bit / Byte.SIZE] &= (byte) ~(0x80 >> bit % Byte.SIZE);
        }
        try {
            InetAddress network = InetAddress.getByAddress(first);
            return Optional.of(new AddressBlock(network, prefixLength))
                    .filter(block -> network.getAddress().length == bytes.length);
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** Whether the address lies in this block; an address of the other family never does. */
    public boolean contains(InetAddress address) {
        byte[] mine = network.getAddress();
        byte[] theirs = address.getAddress();
        if (mine.length != theirs.length) {
            return false;
        }
        int hostBits = mine.length * Byte.SIZE - prefixLength;
        return new BigInteger(1, mine).shiftRight(hostBits).equals(new BigInteger(1, theirs).shiftRight(hostBits));
    }
}
