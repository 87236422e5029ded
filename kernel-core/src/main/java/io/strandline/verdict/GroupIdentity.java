package io.strandline.verdict;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/**
 * A group of tables as the control table knows it: a name and exactly these members.
 *
 * <p>Its row has {@link #rowName()} as table name and {@link #tableId()} as table id, so a group of
 * other members is another row identity, as a table created anew is.
 *
 * @param name of the group
 * @param members in the order of their ids; at least one, none twice
 */
public record GroupIdentity(String name, List<Member> members) {

  /** What the names of groups' rows begin with; no table's canonical name does. */
  public static final String PREFIX = "group:";

  /** Longest name of a group, in UTF-16 units. */
  public static final int MAX_NAME = 256;

  /**
   * Whether a group can have a name: text of 1 to {@link #MAX_NAME} characters, without control
   * characters, and without spaces at its ends, which no one sees.
   */
  public static boolean isName(String name) {
    return !name.isEmpty()
        && name.length() <= MAX_NAME
        && !isSpace(name.codePointAt(0))
        && !isSpace(name.codePointBefore(name.length()))
        && name.codePoints().noneMatch(GroupIdentity::isNoText);
  }

  private static boolean isSpace(int point) {
    return Character.isWhitespace(point) || Character.isSpaceChar(point);
  }

  private static boolean isNoText(int point) {
    return Character.isISOControl(point) || Character.getType(point) == Character.SURROGATE;
  }

  /**
   * A stream of the group.
   *
   * @param tableId the Delta table's id
   * @param appId the stream's app id
   */
  public record Member(String tableId, String appId) {}

  private static final Comparator<Member> ORDER =
      Comparator.comparing(Member::tableId).thenComparing(Member::appId);

  /** A group; the order of the members does not matter. */
  public GroupIdentity {
    members = members.stream().sorted(ORDER).toList();
    if (name.isBlank() || members.isEmpty()) {
      throw new IllegalArgumentException("a group has a name and at least one member");
    }
    if (members.stream().distinct().count() < members.size()) {
      throw new IllegalArgumentException("group '" + name + "' has a member twice");
    }
  }

  /** A group; the order of the members does not matter. */
  public static GroupIdentity of(String name, Collection<Member> members) {
    return new GroupIdentity(name, List.copyOf(members));
  }

  /** The name of the group's row. */
  public String rowName() {
    return PREFIX + name;
  }

  /** The members' common id: the SHA-256 of their pairs, in hexadecimal. */
  public String tableId() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      for (Member member : members) {
        write(out, member.tableId());
        write(out, member.appId());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return HexFormat.of().formatHex(sha256().digest(bytes.toByteArray()));
  }

  /** With its length before it, so that no two lists of pairs have the same bytes. */
  private static void write(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has it", e);
    }
  }
}
