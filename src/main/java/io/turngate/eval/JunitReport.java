package io.turngate.eval;

import io.turngate.eval.Verdict.Failed;
import io.turngate.eval.Verdict.Miss;
import io.turngate.eval.Verdict.Skipped;
import java.io.StringWriter;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A run for whatever reads the XML of JUnit: one suite, a test for each case. */
public final class JunitReport {

    private final Summary run;
    private final XMLStreamWriter xml;

    private JunitReport(Summary run, XMLStreamWriter xml) {
        this.run = run;
        this.xml = xml;
    }

    /** The whole file, UTF-8. */
    public static String of(Summary run) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
            new JunitReport(run, xml).write();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a text cannot be written to memory", e);
        }
        return text + "\n";
    }

    private void write() throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        line("");
        xml.writeStartElement("testsuite");
        attribute("name", "turngate.eval." + run.tenant());
        attribute("tests", Integer.toString(run.results().size()));
        attribute("failures", Integer.toString(run.count(CaseResult::isFailed)));
        attribute("errors", "0");
        attribute("skipped", Integer.toString(run.count(CaseResult::isSkipped)));
        attribute("time", seconds(run.took().toMillis()));
        line("\n  ");
        xml.writeStartElement("properties");
        xml.writeEmptyElement("property");
        attribute("name", "runner");
        attribute("value", run.runner());
        xml.writeEndElement();
        for (CaseResult result : run.results()) {
            line("\n  ");
            test(result);
        }
        line("\n");
        xml.writeEndElement();
        xml.writeEndDocument();
    }

    private void test(CaseResult result) throws XMLStreamException {
        xml.writeStartElement("testcase");
        attribute(
                "classname",
                "turngate.eval." + run.tenant() + "." + result.evalCase().file());
        attribute("name", result.evalCase().name());
        attribute("time", seconds(result.millis()));
        if (result.verdict() instanceof Skipped skipped) {
            xml.writeEmptyElement("skipped");
            attribute("message", skipped.why());
        }
        if (result.verdict() instanceof Failed failed) {
            xml.writeStartElement("failure");
            attribute("message", sentence(failed.misses().get(0)));
            attribute("type", "expectation");
            xml.writeCharacters(
                    text(failed.misses().stream().map(JunitReport::sentence).collect(Collectors.joining("\n"))));
            xml.writeEndElement();
        }
        if (result.seen().isPresent()) {
            xml.writeStartElement("system-out");
            xml.writeCharacters(text(result.seen().get().reply()));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static String sentence(Miss miss) {
        return "expected " + miss.expected() + ", seen: " + miss.seen();
    }

    private void attribute(String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, text(value));
    }

    private void line(String space) throws XMLStreamException {
        xml.writeCharacters(space);
    }

    /** XML has no form at all for most controls, for half a surrogate pair and for two that are no characters. */
    private static String text(String value) {
        return Shown.plain(value)
                .codePoints()
                .mapToObj(point -> point == 0xFFFE || point == 0xFFFF ? "\uFFFD" : Character.toString(point))
                .collect(Collectors.joining());
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.3f", millis / 1_000.0);
    }
}
