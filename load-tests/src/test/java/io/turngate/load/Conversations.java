package io.turngate.load;

import java.io.IOException;
import java.util.List;

/** A program: so many contacts have a conversation of so many messages, all of them answered rightly. For load-tests/memory. */
public final class Conversations {

    private Conversations() {}

    /** Reads {@code load.contacts} (1,000) and {@code load.messages} (10); ends with 1 if an answer is wrong. */
    public static void main(String[] arguments) throws IOException {
        Target target = Target.read();
        List<Contact> contacts = new Contacts(target, Settings.number("contacts", 1_000, 1, 100_000)).all();
        try (RedisPipe redis = new RedisPipe(target.redisPort())) {
            Past past = new Past(redis, target.reply());
            for (Contact contact : contacts) {
                past.known(contact);
            }
        }
        int answers = new Caller(target)
                .write(contacts, Settings.number("messages", 10, 1, 25))
                .size();
        System.out.println(answers + " messages answered rightly");
    }
}
