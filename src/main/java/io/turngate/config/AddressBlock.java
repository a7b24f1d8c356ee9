package io.turngate.config;

import java.math.BigInteger;
import java.net.InetAddress;

/**
 * A block of IP addresses: one address or a CIDR block.
 *
 * @param network the block's first address
 * @param prefixLength how many leading bits an address must share with it
 */
public record AddressBlock(InetAddress network, int prefixLength) {

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
