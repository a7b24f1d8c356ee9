package io.turngate.store.redis;

import java.nio.charset.StandardCharsets;

/** The slot of a Cluster that a key lies in: CRC16 of its hash tag, of the whole key if it has none. */
final class HashSlot {

    static final int COUNT = 16_384;

    private static final int POLYNOMIAL = 0x1021;
    private static final int[] TABLE = table();

    private HashSlot() {}

    static int of(String key) {
        int open = key.indexOf('{');
        int close = open < 0 ? -1 : key.indexOf('}', open + 1);
        return close > open + 1 ? crc(key, open + 1, close) % COUNT : crc(key, 0, key.length()) % COUNT;
    }

    /** XMODEM's: polynomial 0x1021, from zero, nothing reflected. */
    static int crc16(byte[] bytes) {
        int crc = 0;
        for (byte each : bytes) {
            crc = step(crc, each & 0xff);
        }
        return crc;
    }

    private static int crc(String key, int from, int to) {
        int crc = 0;
        for (int i = from; i < to; i++) {
            char unit = key.charAt(i);
            if (unit >= 0x80) {
                return crc16(key.substring(from, to).getBytes(StandardCharsets.UTF_8));
            }
            crc = step(crc, unit);
        }
        return crc;
    }

    private static int step(int crc, int unit) {
        return (crc << 8 & 0xffff) ^ TABLE[crc >> 8 ^ unit];
    }

    private static int[] table() {
        int[] table = new int[256];
        for (int i = 0; i < table.length; i++) {
            int crc = i << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ POLYNOMIAL;
            }
            table[i] = crc & 0xffff;
        }
        return table;
    }
}
