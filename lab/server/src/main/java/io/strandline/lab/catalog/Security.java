package io.strandline.lab.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The users, roles and permissions of a database. Thread-safe. */
public final class Security {

  /** The object id that stands for the whole database. */
  public static final int DATABASE = 0;

  private static final Set<String> FIXED_ROLES =
      Set.of("public", "db_owner", "db_datareader", "db_datawriter", "db_ddladmin");

  /** Documented ids of fixed roles. */
  private static final Map<String, Integer> FIXED_IDS =
      Map.of(
          "db_owner",
          16_384,
          "db_ddladmin",
          16_387,
          "db_datareader",
          16_390,
          "db_datawriter",
          16_391);

  private static final int FIRST_PRINCIPAL = 5;
  private static final int FIRST_ROLE = 1_000;
  private static final String SCHEMA_PREFIX = "schema ";

  private record Rule(String principal, String permission, String object, String column) {}

  private final Map<String, String> userByLogin = new LinkedHashMap<>();
  private final Map<String, Set<String>> rolesOf = new HashMap<>();
  private final Set<String> roles = new LinkedHashSet<>();
  private final Map<Rule, Boolean> rules = new LinkedHashMap<>();

  /**
   * A user or role.
   *
   * @param login of a user; {@code null} for a role and for {@code guest}
   * @param fixed whether it is one of SQL Server's own roles
   */
  public record Principal(
      int id, String name, @Nullable String login, boolean role, boolean fixed) {}

  /**
   * A permission that was given or denied.
   *
   * @param schema the schema it is on; {@code null} for an object or the database
   * @param objectId the object, {@link #DATABASE} for the database
   * @param column empty for the whole object
   */
  public record Permission(
      Principal principal,
      String name,
      @Nullable String schema,
      int objectId,
      String column,
      boolean allowed) {}

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  public synchronized void addUser(String user, String login) {
    userByLogin.put(lower(login), user);
  }

  /** The user of a login; {@code null} if it has none here. */
  public synchronized @Nullable String userOf(String login) {
    return userByLogin.get(lower(login));
  }

  public synchronized void addRole(String role) {
    roles.add(lower(role));
  }

  /** Whether a user or role of this name exists. */
  public synchronized boolean hasPrincipal(String name) {
    String key = lower(name);
    return FIXED_ROLES.contains(key)
        || roles.contains(key)
        || userByLogin.values().stream().anyMatch(user -> user.equalsIgnoreCase(name));
  }

  public synchronized boolean hasRole(String name) {
    return FIXED_ROLES.contains(lower(name)) || roles.contains(lower(name));
  }

  public synchronized void addMember(String role, String user) {
    rolesOf.computeIfAbsent(lower(user), key -> new HashSet<>()).add(lower(role));
  }

  public synchronized void removeMember(String role, String user) {
    rolesOf.computeIfAbsent(lower(user), key -> new HashSet<>()).remove(lower(role));
  }

  /** Whether it is a role that was made, not a fixed one. */
  public synchronized boolean isMadeRole(String name) {
    return roles.contains(lower(name));
  }

  public synchronized boolean hasMembers(String role) {
    return rolesOf.values().stream().anyMatch(held -> held.contains(lower(role)));
  }

  /** Drops a user or role with its rules and memberships. */
  public synchronized void drop(String name) {
    String key = lower(name);
    roles.remove(key);
    userByLogin.values().removeIf(user -> user.equalsIgnoreCase(name));
    rolesOf.remove(key);
    rules.keySet().removeIf(rule -> rule.principal().equals(key));
  }

  public synchronized boolean isMember(String user, String role) {
    return rolesOf.getOrDefault(lower(user), Set.of()).contains(lower(role));
  }

  /** The name under which rules on an object are kept. */
  public static String object(int objectId) {
    return Integer.toString(objectId);
  }

  /** The name under which rules on a schema are kept. */
  public static String schema(String schema) {
    return SCHEMA_PREFIX + lower(schema);
  }

  /**
   * Sets a rule.
   *
   * @param object from {@link #object} or {@link #schema}
   * @param column empty for the whole object
   * @param allowed {@code null} to take the rule away
   */
  public synchronized void rule(
      String principal,
      String permission,
      String object,
      String column,
      @Nullable Boolean allowed) {
    Rule rule = new Rule(lower(principal), permission, object, lower(column));
    if (allowed == null) {
      rules.remove(rule);
    } else {
      rules.put(rule, allowed);
    }
  }

  /** Drops every rule on an object. */
  public synchronized void forget(int objectId) {
    rules.keySet().removeIf(rule -> rule.object().equals(object(objectId)));
  }

  /**
   * Whether a user may use an object or, with a column, that column: DENY goes before GRANT.
   *
   * @param column empty for the whole object
   */
  public synchronized boolean allows(
      String user, String permission, int objectId, String schema, String column) {
    Set<String> principals = principalsOf(user);
    if (principals.contains("db_owner")) {
      return true;
    }
    boolean allowed = permission.equals("SELECT") && principals.contains("db_datareader");
    for (String principal : principals) {
      for (String object : new String[] {object(objectId), schema(schema), object(DATABASE)}) {
        for (String part :
            column.isEmpty() ? new String[] {""} : new String[] {"", lower(column)}) {
          Boolean rule = rules.get(new Rule(principal, permission, object, part));
          if (Boolean.FALSE.equals(rule)) {
            return false;
          }
          allowed |= Boolean.TRUE.equals(rule);
        }
      }
    }
    return allowed;
  }

  /** Whether a user may use at least one column of an object by a grant on that column. */
  public synchronized boolean allowsAnyColumn(
      String user, String permission, int objectId, String schema) {
    return rules.keySet().stream()
        .filter(rule -> !rule.column().isEmpty() && rule.object().equals(object(objectId)))
        .anyMatch(rule -> allows(user, permission, objectId, schema, rule.column()));
  }

  private Set<String> principalsOf(String user) {
    Set<String> principals = new HashSet<>(rolesOf.getOrDefault(lower(user), Set.of()));
    principals.add(lower(user));
    principals.add("public");
    return principals;
  }

  /** All users and roles; ids are those of SQL Server for its own, else in order of creation. */
  public synchronized List<Principal> principals() {
    List<Principal> all = new ArrayList<>();
    all.add(new Principal(0, "public", null, true, false));
    all.add(new Principal(1, "dbo", "sa", false, false));
    all.add(new Principal(2, "guest", null, false, false));
    int id = FIRST_PRINCIPAL;
    for (Map.Entry<String, String> user : userByLogin.entrySet()) {
      all.add(new Principal(id++, user.getValue(), user.getKey(), false, false));
    }
    id = FIRST_ROLE;
    for (String role : roles) {
      all.add(new Principal(id++, role, null, true, false));
    }
    for (String role : FIXED_ROLES.stream().sorted().toList()) {
      if (!role.equals("public")) {
        all.add(new Principal(FIXED_IDS.getOrDefault(role, 0), role, null, true, true));
      }
    }
    return all;
  }

  /** All permissions in the order they were given. */
  public synchronized List<Permission> permissions() {
    List<Permission> all = new ArrayList<>();
    for (Map.Entry<Rule, Boolean> entry : rules.entrySet()) {
      Rule rule = entry.getKey();
      boolean onSchema = rule.object().startsWith(SCHEMA_PREFIX);
      for (Principal principal : principals()) {
        if (principal.name().equalsIgnoreCase(rule.principal())) {
          all.add(
              new Permission(
                  principal,
                  rule.permission(),
                  onSchema ? rule.object().substring(SCHEMA_PREFIX.length()) : null,
                  onSchema ? DATABASE : Integer.parseInt(rule.object()),
                  rule.column(),
                  entry.getValue()));
        }
      }
    }
    return all;
  }
}
