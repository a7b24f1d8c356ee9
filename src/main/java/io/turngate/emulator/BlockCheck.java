package io.turngate.emulator;

import io.turngate.core.Channel;
import io.turngate.emulator.Block.Action;
import io.turngate.emulator.Block.AddTag;
import io.turngate.emulator.Block.RemoveTag;
import io.turngate.emulator.Block.SetField;
import io.turngate.emulator.Block.UnsetField;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads Dynamic Block v2 for a channel; whatever ManyChat would not take is a {@link Refusal}. */
final class BlockCheck {

    private static final int MOST_MESSAGES = 10;
    private static final int MOST_QUICK_REPLIES = 11;
    private static final int MOST_ACTIONS = 5;
    private static final int MOST_BUTTONS = 3;
    private static final int MOST_CAPTION = 20;
    private static final int MOST_CHARACTERS = 2_000;
    private static final int MOST_BYTES = 1_000;
    private static final int WRONG_TYPE = 3011;

    private final Account account;
    private final boolean plainCallbacks;

    /** @param plainCallbacks whether callbacks may go to http on loopback */
    BlockCheck(Account account, boolean plainCallbacks) {
        this.account = account;
        this.plainCallbacks = plainCallbacks;
    }

    /** Content that is pushed: at least one message, no callback. */
    Block pushed(StrictObject block, Channel channel) {
        return read(block, channel, 1);
    }

    /** Content that answers; without messages it is silence. */
    Block answered(StrictObject block, Channel channel) {
        return read(block, channel, 0);
    }

    private Block read(StrictObject block, Channel channel, int fewest) {
        block.only("version", "content");
        if (!"v2".equals(block.json().getValue("version"))) {
            throw Refusal.invalid(block.where() + ".version must be v2");
        }
        StrictObject content = block.object("content");
        if (fewest > 0) {
            content.only("type", "messages", "actions", "quick_replies");
        } else {
            content.only("type", "messages", "actions", "quick_replies", "external_message_callback");
        }
        checkType(content, channel);
        List<String> texts = new ArrayList<>();
        content.objects("messages", fewest, MOST_MESSAGES).forEach(message -> texts.add(message(message, channel)));
        checkQuickReplies(content, channel);
        return new Block(List.copyOf(texts), actions(content), callback(content));
    }

    private static void checkType(StrictObject content, Channel channel) {
        Object type = content.json().getValue("type");
        boolean right = channel == Channel.MESSENGER
                ? !content.has("type")
                : channel.wireName().equals(type);
        if (!right) {
            throw Refusal.of("Content type does not fit the contact's channel", WRONG_TYPE);
        }
    }

    private static String message(StrictObject message, Channel channel) {
        message.only("type", "text", "buttons");
        if (!"text".equals(message.json().getValue("type"))) {
            throw Refusal.invalid(message.where() + ".type must be text");
        }
        String text = message.text("text");
        if (text.codePoints().anyMatch(point -> Character.getType(point) == Character.SURROGATE)) {
            throw Refusal.invalid(message.where() + ".text must be UTF-8");
        }
        if (!fits(text, channel)) {
            throw Refusal.invalid(message.where() + ".text is too long");
        }
        if (message.has("buttons")) {
            message.objects("buttons", 1, MOST_BUTTONS).forEach(BlockCheck::checkCaption);
        }
        return text;
    }

    /** TikTok's unit is not documented; bytes are the stricter reading. */
    private static boolean fits(String text, Channel channel) {
        return switch (channel) {
            case MESSENGER, WHATSAPP, TELEGRAM -> text.length() <= MOST_CHARACTERS;
            case INSTAGRAM, TIKTOK -> text.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES;
        };
    }

    private static void checkQuickReplies(StrictObject content, Channel channel) {
        if (!content.has("quick_replies")) {
            return;
        }
        if (channel == Channel.WHATSAPP || channel == Channel.TELEGRAM) {
            throw Refusal.invalid("content.quick_replies is not supported by this channel");
        }
        content.objects("quick_replies", 0, MOST_QUICK_REPLIES).forEach(BlockCheck::checkCaption);
    }

    private static void checkCaption(StrictObject button) {
        if (button.text("caption").length() > MOST_CAPTION) {
            throw Refusal.invalid(button.where() + ".caption is too long");
        }
    }

    private List<Action> actions(StrictObject content) {
        if (!content.has("actions")) {
            return List.of();
        }
        return content.objects("actions", 0, MOST_ACTIONS).stream()
                .map(this::action)
                .toList();
    }

    private Action action(StrictObject action) {
        return switch (action.text("action")) {
            case "add_tag" -> new AddTag(tag(action));
            case "remove_tag" -> new RemoveTag(tag(action));
            case "set_field_value" -> {
                String field = action.only("action", "field_name", "value").text("field_name");
                Object value = action.scalar("value");
                account.requireField(field, value);
                yield new SetField(field, value);
            }
            case "unset_field_value" -> {
                String field = action.only("action", "field_name").text("field_name");
                if (account.findField(field).isEmpty()) {
                    throw Refusal.invalid("Custom field with name " + field + " does not exist");
                }
                yield new UnsetField(field);
            }
            default -> throw Refusal.invalid(action.where() + ".action is not known");
        };
    }

    private String tag(StrictObject action) {
        String tag = action.only("action", "tag_name").text("tag_name");
        account.requireTag(tag);
        return tag;
    }

    private Optional<Block.Callback> callback(StrictObject content) {
        return content.has("external_message_callback")
                ? Optional.of(CallbackCheck.read(content.object("external_message_callback"), plainCallbacks))
                : Optional.empty();
    }
}
