package io.turngate.emulator;

import java.time.Duration;
import java.time.InstantSource;

/**
 * How an emulator is made.
 *
 * @param host where it listens: {@code 127.0.0.1}, {@code ::1} or {@code localhost}
 * @param port 0 for any that is free
 * @param account what the business has set up
 * @param clock the time of windows, limits and stamps
 * @param windowed whether content is refused a day after a contact's last message
 * @param plainCallbacks whether callbacks may be http on loopback; ManyChat takes HTTPS only
 * @param rerouteCallbacks whether callbacks go to the gateway's own address, whatever host they name
 * @param cutOff how long a flow waits for its answer
 */
public record EmulatorOptions(
        String host,
        int port,
        Account account,
        InstantSource clock,
        boolean windowed,
        boolean plainCallbacks,
        boolean rerouteCallbacks,
        Duration cutOff) {

    /** As strict as ManyChat, on a free port. */
    public static final EmulatorOptions STRICT = new EmulatorOptions(
            "127.0.0.1", 0, Account.DEFAULT, InstantSource.system(), true, false, false, Duration.ofSeconds(10));

    public EmulatorOptions {
        if (!Loopback.isName(host)) {
            throw new IllegalArgumentException("the emulator listens on loopback only, not on " + host);
        }
    }

    /** The same on another address. */
    public EmulatorOptions on(String newHost, int newPort) {
        return new EmulatorOptions(
                newHost, newPort, account, clock, windowed, plainCallbacks, rerouteCallbacks, cutOff);
    }

    /** The same with another account. */
    public EmulatorOptions with(Account other) {
        return new EmulatorOptions(host, port, other, clock, windowed, plainCallbacks, rerouteCallbacks, cutOff);
    }

    /** The same with another clock. */
    public EmulatorOptions with(InstantSource other) {
        return new EmulatorOptions(host, port, account, other, windowed, plainCallbacks, rerouteCallbacks, cutOff);
    }

    /** The same, and content is taken at any time. */
    public EmulatorOptions withoutWindow() {
        return new EmulatorOptions(host, port, account, clock, false, plainCallbacks, rerouteCallbacks, cutOff);
    }

    /** The same, and callbacks may be http on loopback. */
    public EmulatorOptions withPlainCallbacks() {
        return new EmulatorOptions(host, port, account, clock, windowed, true, rerouteCallbacks, cutOff);
    }

    /** The same, and callbacks go to the gateway's own address: a public URL is out of reach of a test. */
    public EmulatorOptions withReroutedCallbacks() {
        return new EmulatorOptions(host, port, account, clock, windowed, plainCallbacks, true, cutOff);
    }

    /** The same with another cut-off. */
    public EmulatorOptions withCutOff(Duration other) {
        return new EmulatorOptions(host, port, account, clock, windowed, plainCallbacks, rerouteCallbacks, other);
    }
}
