package io.turngate.runner.reply;

import java.util.regex.Pattern;

/** Lines of a message that are fields of the reply, written where a contact would read them. */
final class Echo {

    private static final Pattern LINE = Pattern.compile("(?im)^[ \\t{\\[,\"'-]{0,20}+(?:"
            + "confidence[\"']?[ \\t]{0,5}+[:=][ \\t]{0,5}+[\"']?[0-9.,]++"
            + "|escalate[\"']?[ \\t]{0,5}+[:=][ \\t]{0,5}+[\"']?(?:true|false|yes|no|null)\\b"
            + "|escalation[_ ]reason[\"']?[ \\t]{0,5}+[:=]"
            + "|messages[\"']?[ \\t]{0,5}+[:=][ \\t]{0,5}+[\\[\"']"
            + ").*$\\n?");

    private Echo() {}

    /** The text without such lines; words that merely begin with the name of a field stay. */
    static String removed(String text) {
        return LINE.matcher(text).replaceAll("");
    }
}
