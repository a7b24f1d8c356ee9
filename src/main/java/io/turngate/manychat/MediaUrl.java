package io.turngate.manychat;

import io.turngate.conversation.Message.Media;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The URL that ManyChat puts in place of a text when a contact sends media. Its host tells it from a link that a contact
 * wrote, its extension tells the kind.
 */
final class MediaUrl {

    private static final String HTTPS = "https://";
    private static final String HTTP = "http://";

    private static final String MANYCHAT_BUCKETS = "manybot-";
    private static final String BUCKET_HOSTS = ".amazonaws.com";
    private static final Set<String> META_DOMAINS =
            Set.of("fbsbx.com", "fbcdn.net", "cdninstagram.com", "whatsapp.net");

    /** Part of the file names of Messenger's voice notes, which are MP4 like its videos. */
    private static final String VOICE_FILE = "audioclip";

    private static final Map<String, Media> KINDS = Map.ofEntries(
            Map.entry("ogg", Media.VOICE),
            Map.entry("oga", Media.VOICE),
            Map.entry("opus", Media.VOICE),
            Map.entry("mp3", Media.VOICE),
            Map.entry("m4a", Media.VOICE),
            Map.entry("aac", Media.VOICE),
            Map.entry("amr", Media.VOICE),
            Map.entry("wav", Media.VOICE),
            Map.entry("jpg", Media.IMAGE),
            Map.entry("jpeg", Media.IMAGE),
            Map.entry("png", Media.IMAGE),
            Map.entry("gif", Media.IMAGE),
            Map.entry("webp", Media.IMAGE),
            Map.entry("heic", Media.IMAGE),
            Map.entry("mp4", Media.VIDEO),
            Map.entry("mov", Media.VIDEO),
            Map.entry("3gp", Media.VIDEO),
            Map.entry("webm", Media.VIDEO));

    private MediaUrl() {}

    /** The kind of media if the whole text is a media URL, {@link Media#FILE} where the URL does not say; else null. */
    static @Nullable Media find(String text) {
        int hostStart = schemeLength(text);
        if (hostStart == 0 || text.chars().anyMatch(Character::isWhitespace)) {
            return null;
        }
        int hostEnd = endOf(text, hostStart, ":/?#");
        String host = text.substring(hostStart, hostEnd).toLowerCase(Locale.ROOT);
        if (!servesMedia(host)) {
            return null;
        }
        return kind(text.substring(hostEnd, endOf(text, hostEnd, "?#")).toLowerCase(Locale.ROOT));
    }

    private static int schemeLength(String text) {
        if (text.regionMatches(true, 0, HTTPS, 0, HTTPS.length())) {
            return HTTPS.length();
        }
        return text.regionMatches(true, 0, HTTP, 0, HTTP.length()) ? HTTP.length() : 0;
    }

    private static int endOf(String text, int from, String terminators) {
        int at = from;
        while (at < text.length() && terminators.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private static boolean servesMedia(String host) {
        if (host.startsWith(MANYCHAT_BUCKETS) && host.endsWith(BUCKET_HOSTS)) {
            return true;
        }
        return META_DOMAINS.stream().anyMatch(domain -> host.endsWith("." + domain));
    }

    private static Media kind(String path) {
        String file = path.substring(path.lastIndexOf('/') + 1);
        if (file.contains(VOICE_FILE)) {
            return Media.VOICE;
        }
        return KINDS.getOrDefault(file.substring(file.lastIndexOf('.') + 1), Media.FILE);
    }
}
