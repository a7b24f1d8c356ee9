package io.turngate.runner.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors as the providers and the compatible servers write them. */
class ComplaintTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'error':{'message':'no','type':'invalid_request_error','param':'temperature','code':null}}",
                "{'error':{'message':'temperature: Extra inputs are not permitted','type':'invalid_request_error'}}",
                "{'type':'error','error':{'type':'invalid_request_error','message':'`temperature` is deprecated'}}",
                "{'error':'temperature is not supported'}",
                "{'object':'error','message':'Temperature must be 1','code':400}",
                "{'detail':[{'loc':['body','temperature'],'msg':'extra'}]}"
            })
    void theFieldThatItIsAboutIsFound(String body) {
        Complaint complaint = of(body);
        assertThat(complaint.isAbout("temperature")).isTrue();
        assertThat(complaint.isAbout("max_tokens")).isFalse();
    }

    /** A contact's words come back in messages of errors; they change nothing where the field is named. */
    @Test
    void aFieldThatIsNamedCountsMoreThanWords() {
        Complaint complaint = of("{'error':{'message':'bad input: temperature','param':'messages'}}");
        assertThat(complaint.isAbout("temperature")).isFalse();
        assertThat(complaint.isAbout("messages")).isTrue();
        assertThat(of("{'error':{'param':'response_format.json_schema'}}").isAbout("response_format"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'error':{'code':'sk-key-1','type':'Incorrect API key provided: sk-key-1','message':'sk-key-1'}}",
                "{'error':{'code':'My name is Ann','message':'My name is Ann'}}",
                "{'error':'My name is Ann'}",
                "{'error':[]}",
                "{}"
            })
    void itSaysNothingButACode(String body) {
        assertThat(of(body)).hasToString("");
    }

    @Test
    void itsCodeIsSaid() {
        assertThat(of("{'error':{'type':'overloaded_error'}}")).hasToString(" overloaded_error");
        assertThat(of("{'error':{'type':'x','code':'insufficient_quota'}}")).hasToString(" insufficient_quota");
        assertThat(of("{'error':{'type':'x','code':'insufficient_quota'}}").hasCode("x"))
                .isTrue();
    }

    private static Complaint of(String body) {
        return Complaint.in(Optional.of(new JsonObject(body.replace('\'', '"'))));
    }
}
