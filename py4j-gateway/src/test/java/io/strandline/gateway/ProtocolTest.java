package io.strandline.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaId;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.strandline.codec.Request;
import io.strandline.doctor.Check;
import io.strandline.doctor.Finding;
import io.strandline.error.ErrorCode;
import io.strandline.explain.ReasonCode;
import io.strandline.facts.FactsColumn;
import io.strandline.option.Option;
import io.strandline.report.Adoptable;
import io.strandline.report.IdleReason;
import io.strandline.verdict.Finality;
import io.strandline.verdict.Granularity;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The protocol's schemas and examples agree with each other and with the code. */
class ProtocolTest {

  private static final Set<String> OF_THE_GATEWAY = Set.of("poll", "cancel", "shutdown");
  private static final List<String> PARTS = List.of("common", "request", "response", "connection");

  static Stream<Path> schemas() {
    return Protocol.schemas().stream();
  }

  static Stream<Path> examples() {
    return Protocol.examples().stream();
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void everySchemaIsOne(Path file) {
    JsonSchema rules =
        JsonSchemaFactory.getInstance(VersionFlag.V202012)
            .getSchema(SchemaLocation.of(SchemaId.V202012));
    JsonNode schema = Protocol.read(file);
    assertThat(rules.validate(schema)).isEmpty();
    assertThat(schema.get("$id").textValue()).endsWith("/" + file.getFileName());
    assertThat(schema.get("$schema").textValue()).isEqualTo(SchemaId.V202012);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleFitsTheSchemaOfItsCall(Path file) {
    String call = file.getFileName().toString().replaceAll("[-.].*", "");
    JsonNode example = Protocol.read(file);
    assertThat(Protocol.faults(call, example)).isEmpty();
    if (!call.equals("connection")) {
      assertThat(example.at("/request/call").textValue()).isEqualTo(call);
      assertThat(Protocol.faults("request", example.get("request"))).isEmpty();
      assertThat(Protocol.faults("response", example.get("response"))).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleRequestIsUnderstood(Path file) {
    JsonNode request = Protocol.read(file).path("request");
    if (!request.isMissingNode() && !OF_THE_GATEWAY.contains(request.get("call").textValue())) {
      Answers answers = new Answers(new OpenParts(InstantSource.system()), "1");
      assertThatCode(() -> answers.to(Request.read(request.toString()))).doesNotThrowAnyException();
    }
  }

  @Test
  void aDocumentThatIsAlteredDoesNotFit() {
    JsonNode example = Protocol.example("ingest");
    ObjectNode result = (ObjectNode) example.at("/response/result");
    result.put("source_max_lsn", "0x12");
    assertThat(Protocol.faults("ingest", example)).isNotEmpty();
    result.put("source_max_lsn", "0x0000002A000001080003").put("more", 1);
    assertThat(Protocol.faults("ingest", example)).isNotEmpty();
    result.remove("more");
    assertThat(Protocol.faults("ingest", example)).isEmpty();
    result.put("finalized_until", "yesterday");
    assertThat(Protocol.faults("ingest", example)).isNotEmpty();
  }

  @Test
  void theCallsAreThoseOfTheGatewayAndEachHasASchemaAndAnExample() {
    Set<String> calls =
        new TreeSet<>(new Answers(new OpenParts(InstantSource.system()), "1").names());
    calls.addAll(OF_THE_GATEWAY);
    assertThat(texts(schema("request").at("/properties/call/enum"))).hasSameElementsAs(calls);
    Set<String> files = new TreeSet<>(calls);
    files.addAll(PARTS);
    assertThat(schemas().map(file -> file.getFileName().toString().replace(".schema.json", "")))
        .hasSameElementsAs(files);
    assertThat(examples().map(file -> file.getFileName().toString().replaceAll("[-.].*", "")))
        .containsAll(calls)
        .contains("connection");
  }

  @Test
  void theListsAreThoseOfTheCode() {
    JsonNode common = schema("common").get("$defs");
    assertThat(names(common.at("/options/properties")))
        .containsExactlyElementsOf(Arrays.stream(Option.values()).map(Option::jsonName).toList());
    assertThat(texts(common.at("/error/properties/code/enum")))
        .containsExactlyElementsOf(Arrays.stream(ErrorCode.values()).map(Enum::name).toList());
    assertThat(names(common.at("/facts_row/properties")))
        .containsExactlyElementsOf(
            Arrays.stream(FactsColumn.values()).map(FactsColumn::columnName).toList());
    assertThat(texts(common.at("/idle_report/properties/reason/enum")))
        .isEqualTo(lower(IdleReason.values()));
    assertThat(texts(common.at("/finality/enum"))).isEqualTo(lower(Finality.values()));
    assertThat(texts(common.at("/granularity/enum"))).isEqualTo(lower(Granularity.values()));
    assertThat(
            texts(
                schema("adopt")
                    .at("/$defs/request/properties/arguments/properties/what/items/enum")))
        .isEqualTo(lower(Adoptable.values()));
    JsonNode check = schema("doctor").at("/$defs/result/properties/checks/items/properties");
    assertThat(texts(check.at("/check/enum"))).isEqualTo(lower(Check.values()));
    assertThat(texts(check.at("/status/enum"))).isEqualTo(lower(Finding.Status.values()));
    assertThat(
            texts(
                schema("explain")
                    .at("/$defs/result/properties/reasons/items/properties/code/enum")))
        .isEqualTo(lower(ReasonCode.values()));
  }

  private static JsonNode schema(String name) {
    return Protocol.read(Protocol.folder().resolve(name + ".schema.json"));
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.textValue()));
    return texts;
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static List<String> lower(Enum<?>[] values) {
    return Arrays.stream(values).map(value -> value.name().toLowerCase(Locale.ROOT)).toList();
  }
}
