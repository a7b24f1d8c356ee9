package io.turngate.http;

import io.turngate.config.Secret;
import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfig.Binding;
import io.turngate.conversation.Answer;
import io.turngate.conversation.Handled;
import io.turngate.conversation.Message;
import io.turngate.conversation.MessageService;
import io.turngate.conversation.Pushes;
import io.turngate.conversation.Tenant;
import io.turngate.conversation.Unsaid;
import io.turngate.core.Channel;
import io.turngate.core.Contact;
import io.turngate.core.Deadline;
import io.turngate.core.Reason;
import io.turngate.core.TenantId;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.manychat.BlockRenderer;
import io.turngate.manychat.BlockTerms;
import io.turngate.manychat.Callbacks;
import io.turngate.manychat.FieldsRenderer;
import io.turngate.manychat.MessageParser;
import io.turngate.manychat.Rendered;
import io.turngate.ops.Metrics;
import io.turngate.ops.Readiness;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes one message of an authenticated caller and answers it in the form that its flow asks for. */
final class MessagesHandler implements Handler<RoutingContext> {

    private static final Logger LOG = LoggerFactory.getLogger(MessagesHandler.class);

    /** So long ManyChat may take to show an answer's messages. */
    private static final long SHOWN_MILLIS = 1_000;

    private final MessageService service;
    private final MessageParser parser;
    private final Callbacks callbacks;
    private final Pushes pushes;
    private final Metrics metrics;
    private final Readiness readiness;

    MessagesHandler(MessageService service, MessageParser parser, Answering answering, ApiVerticle.Watch watch) {
        this.service = service;
        this.pushes = answering.pushes();
        this.parser = parser;
        this.callbacks = answering.callbacks();
        this.metrics = watch.metrics();
        this.readiness = watch.readiness();
    }

    /**
     * What answers need besides.
     *
     * @param callbacks what they ask ManyChat to call
     * @param pushes what does what they cannot
     */
    record Answering(Callbacks callbacks, Pushes pushes) {}

    @Override
    public void handle(RoutingContext context) {
        AnswerFormat format = AnswerFormat.of(context.request().getParam("format"));
        Tenant tenant = MessagesRoute.TENANT.get(context);
        Message message = parser.parse(body(context), tenant.config().binding().tokenField());
        Deadline deadline = RequestIdHandler.DEADLINE.get(context);
        if (message.cut()) {
            metrics.textCut(tenant.config().id());
        }
        service.handle(tenant, message, deadline, () -> !context.response().closed())
                .map(handled -> {
                    observe(context, tenant.config().id(), handled);
                    observeBinding(tenant.config(), message, handled.answer());
                    answer(context, new Exchange(tenant.config(), message, format, handled.answer()));
                    return handled;
                })
                .onFailure(context::fail);
    }

    private static Buffer body(RoutingContext context) {
        Buffer body = context.body().buffer();
        if (body == null) {
            throw Failures.badRequest("expected a JSON body with Content-Type application/json, found none");
        }
        return body;
    }

    /** A message and its answer. */
    private record Exchange(TenantConfig tenant, Message message, AnswerFormat format, Answer answer) {

        Contact contact() {
            return new Contact(tenant.id(), message.contactId());
        }
    }

    /** What the answer itself cannot do is left to the API first, so that it is not lost, and done after the answer. */
    private void answer(RoutingContext context, Exchange exchange) {
        HttpServerResponse response = context.response();
        boolean canPush = exchange.answer().bound()
                && pushes.isOpen(exchange.tenant(), exchange.message().contactId());
        Rendered rendered = render(exchange, MessagesRoute.SECRET.get(context), canPush);
        Optional<Unsaid> unsaid = canPush
                ? Leftovers.of(
                        exchange.tenant(), exchange.message(), exchange.answer(), exchange.format(), rendered.rest())
                : Optional.empty();
        if (unsaid.isEmpty()) {
            send(response, exchange.answer(), rendered.body());
            return;
        }
        pushes.leave(exchange.contact(), unsaid.get()).onComplete(left -> {
            if (left.succeeded()) {
                send(response, exchange.answer(), rendered.body());
                // ManyChat shows the answer's own messages first; what follows must not overtake them.
                context.vertx()
                        .setTimer(
                                SHOWN_MILLIS,
                                shown -> pushes.due(exchange.contact())
                                        .onFailure(failure -> LOG.debug("left for later")));
            } else {
                LOG.warn(
                        "tenant={}: what an answer could not do was not kept",
                        exchange.tenant().id());
                Rendered alone = render(exchange, MessagesRoute.SECRET.get(context), false);
                send(response, exchange.answer(), alone.body());
            }
        });
    }

    private Rendered render(Exchange exchange, Secret presented, boolean canPushRest) {
        return exchange.format() == AnswerFormat.FIELDS
                ? Rendered.whole(new FieldsRenderer().render(exchange.answer()))
                : block(exchange.tenant(), exchange.message(), exchange.answer(), presented, canPushRest);
    }

    private Rendered block(TenantConfig tenant, Message message, Answer answer, Secret presented, boolean canPushRest) {
        Channel channel = message.channel().orElse(tenant.channel());
        BlockTerms terms = new BlockTerms(
                channel,
                tenant.handoff(),
                message.liveChatUrl(),
                callbacks.find(tenant, presented, channel, message.contactId()),
                canPushRest);
        return new BlockRenderer(() -> metrics.replyCut(tenant.id())).render(answer, terms);
    }

    private void send(HttpServerResponse response, Answer answer, Buffer body) {
        if (response.closed()) {
            return;
        }
        if (!readiness.isServing()) {
            response.putHeader("Connection", "close");
        }
        response.putHeader("Content-Type", "application/json")
                .putHeader("X-Turngate-Outcome", answer.outcome().wireName())
                .putHeader(
                        "X-Turngate-Reason",
                        answer.reason().map(Reason::wireName).orElse(""))
                .putHeader("X-Turngate-Turn", Integer.toString(answer.turn()))
                .putHeader("X-Turngate-History", Integer.toString(answer.history()))
                .end(body)
                .onFailure(failure -> LOG.debug("the caller hung up before its answer was sent"));
    }

    /** The one log line of a message: no text, no contact, but what an operator needs to find it again. */
    private void observe(RoutingContext context, TenantId tenant, Handled handled) {
        Deadline deadline = RequestIdHandler.DEADLINE.get(context);
        Answer answer = handled.answer();
        metrics.messageHandled(tenant, answer.outcome(), answer.reason(), deadline.elapsedNanos());
        handled.failure().ifPresent(failure -> logFailure(context, tenant, handled, failure));
        LOG.info(
                "message tenant={} conversation={} request={} outcome={} reason={} turn={} history={} ms={}",
                tenant,
                handled.conversationId(),
                RequestIdHandler.REQUEST_ID.get(context),
                answer.outcome().wireName(),
                answer.reason().map(Reason::wireName).orElse(""),
                answer.turn(),
                answer.history(),
                deadline.elapsedMillis());
    }

    private void observeBinding(TenantConfig tenant, Message message, Answer answer) {
        if (tenant.binding().mode() == Binding.Mode.TOKEN) {
            metrics.messageBound(
                    tenant.id(),
                    message.token().isPresent(),
                    answer.bound(),
                    tenant.binding().enforce());
        }
    }

    private void logFailure(RoutingContext context, TenantId tenant, Handled handled, TurngateException failure) {
        metrics.failureOnTheWay(tenant, failure.kind().name().toLowerCase(Locale.ROOT));
        String request = RequestIdHandler.REQUEST_ID.get(context);
        Optional<Throwable> cause = Optional.ofNullable(failure.getCause());
        if (failure.kind() == Kind.UNEXPECTED) {
            LOG.error("a message failed unexpectedly tenant={} request={}", tenant, request, cause.orElse(failure));
        } else {
            LOG.warn(
                    "handed over tenant={} conversation={} request={} kind={}: {}",
                    tenant,
                    handled.conversationId(),
                    request,
                    failure.kind(),
                    failure.getMessage());
        }
    }
}
