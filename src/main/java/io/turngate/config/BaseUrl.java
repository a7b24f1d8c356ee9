package io.turngate.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A URL that paths are appended to: with a host, without credentials, query or fragment. */
final class BaseUrl {

    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final int LARGEST_PORT = 65_535;

    private BaseUrl() {}

    /** Whether what is sent there is encrypted. */
    static boolean isHttps(String text) {
        return find(text).filter(url -> hasScheme(url, "https")).isPresent();
    }

    /** Whether what is sent there crosses no network in the clear. */
    static boolean isHttpsOrHere(String text) {
        return find(text)
                .filter(url -> hasScheme(url, "https") || hasScheme(url, "http") && isHere(url))
                .isPresent();
    }

    /** Whether what is sent there is encrypted or stays on this machine or in a private network. */
    static boolean isHttpsOrPrivate(String text) {
        return find(text)
                .filter(url -> hasScheme(url, "https") || hasScheme(url, "http") && PrivateHost.is(url.getHost()))
                .isPresent();
    }

    /** Whether it is a web address, with a path and a query if need be, and without credentials. */
    static boolean isLink(String text) {
        try {
            URI url = new URI(text);
            return url.getHost() != null
                    && url.getRawUserInfo() == null
                    && (hasScheme(url, "https") || hasScheme(url, "http"));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** The URL without slashes at its end. */
    static String withoutSlash(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '/') {
            end--;
        }
        return text.substring(0, end);
    }

    private static Optional<URI> find(String text) {
        try {
            return Optional.of(new URI(text)).filter(BaseUrl::isBase);
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    private static boolean isBase(URI url) {
        return url.getHost() != null
                && url.getPort() <= LARGEST_PORT
                && url.getRawUserInfo() == null
                && url.getRawQuery() == null
                && url.getRawFragment() == null;
    }

    private static boolean hasScheme(URI url, String scheme) {
        return scheme.equalsIgnoreCase(url.getScheme());
    }

    private static boolean isHere(URI url) {
        return THIS_MACHINE.contains(url.getHost().toLowerCase(Locale.ROOT));
    }
}
