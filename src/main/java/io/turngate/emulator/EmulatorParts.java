package io.turngate.emulator;

import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;

/** The objects of one emulator, built by hand. */
final class EmulatorParts {

    private final EmulatorOptions options;
    private final Contacts contacts = new Contacts();
    private final Faults faults;
    private final Usage usage;
    private final ApiRoutes routes;
    private final FlowRunner flows;

    EmulatorParts(Vertx vertx, EmulatorOptions options) {
        this.options = options;
        this.faults = new Faults(options.clock());
        this.usage = new Usage(options.clock());
        BlockCheck check = new BlockCheck(options.account(), options.plainCallbacks());
        this.routes = new ApiRoutes(
                vertx, options.account().apiToken(), usage, faults, new ApiCalls(options, contacts, check));
        this.flows = new FlowRunner(
                options, contacts, new FlowClient(vertx, options.cutOff()), new FlowAnswers(options, contacts, check));
    }

    void addTo(Router router) {
        routes.addTo(router);
        new ControlRoutes(options, this).addTo(router);
    }

    Contacts contacts() {
        return contacts;
    }

    Faults faults() {
        return faults;
    }

    FlowRunner flows() {
        return flows;
    }

    Usage usage() {
        return usage;
    }
}
