package io.turngate.conversation;

import io.turngate.core.TurngateException;
import java.util.Optional;

/**
 * A message and what became of it.
 *
 * @param answer what the contact is told
 * @param conversationId the contact's name in logs, empty where it was not learnt
 * @param failure what went wrong on the way, for the log and the metrics; never for the contact
 */
public record Handled(Answer answer, String conversationId, Optional<TurngateException> failure) {}
