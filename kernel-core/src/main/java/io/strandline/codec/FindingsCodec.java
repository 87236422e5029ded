package io.strandline.codec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.doctor.Finding;
import java.util.List;

/** The findings of an examination as JSON. */
public final class FindingsCodec {

  private FindingsCodec() {}

  /** The document {@code {"checks":[{"check":…,"status":…,"what":…,"fix":…}]}}. */
  public static String write(List<Finding> findings) {
    ObjectNode node = Json.object();
    ArrayNode checks = node.putArray("checks");
    for (Finding finding : findings) {
      ObjectNode check = checks.addObject();
      check.put("check", finding.check().text()).put("status", finding.status().text());
      check.put("what", finding.what());
      if (!finding.fix().isEmpty()) {
        check.put("fix", finding.fix());
      }
    }
    return Json.text(node);
  }
}
