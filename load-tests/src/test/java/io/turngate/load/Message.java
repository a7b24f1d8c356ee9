package io.turngate.load;

/**
 * A message and what it must be answered.
 *
 * @param number of this contact, from 0
 * @param identity further members of the body by which a second delivery is known, each with a comma behind it, or empty
 */
record Message(Contact contact, int number, String text, String identity, Expected expected) {

    /** The same message, differently answered. */
    Message expecting(Expected other) {
        return new Message(contact, number, text, identity, other);
    }

    /** The same message with members that name it. */
    Message named(String members) {
        return new Message(contact, number, text, members, expected);
    }

    /** The body with the contact's token, as the README has it. */
    String body() {
        return body("\"ai_token\":\"" + contact.token() + "\"");
    }

    /** The body with other custom fields; what is in it needs no escaping. */
    String body(String customFields) {
        return "{\"channel\":\"whatsapp\"," + identity + "\"contact\":{\"id\":\"" + contact.id()
                + "\",\"status\":\"active\",\"first_name\":\"Ana\",\"last_name\":\"Lima\",\"locale\":\"en_US\",\"language\":\"English\","
                + "\"timezone\":\"UTC-03\",\"last_input_text\":\"" + text + "\",\"custom_fields\":{" + customFields
                + "}}}";
    }

    @Override
    public String toString() {
        return "message " + number + " of contact " + contact.id();
    }
}
