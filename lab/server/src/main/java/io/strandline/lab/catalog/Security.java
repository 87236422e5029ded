package io.strandline.lab.catalog;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
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

  private record Rule(String principal, String permission, String object, String column) {}

  private final Map<String, String> userByLogin = new LinkedHashMap<>();
  private final Map<String, Set<String>> rolesOf = new HashMap<>();
  private final Set<String> roles = new HashSet<>();
  private final Map<Rule, Boolean> rules = new HashMap<>();

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
    return "schema " + lower(schema);
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

  /** Whether a user may use at least one column of an object. */
  public synchronized boolean allowsAnyColumn(String user, String permission, int objectId) {
    Set<String> principals = principalsOf(user);
    return rules.entrySet().stream()
        .anyMatch(
            entry ->
                entry.getValue()
                    && principals.contains(entry.getKey().principal())
                    && entry.getKey().permission().equals(permission)
                    && entry.getKey().object().equals(object(objectId)));
  }

  private Set<String> principalsOf(String user) {
    Set<String> principals = new HashSet<>(rolesOf.getOrDefault(lower(user), Set.of()));
    principals.add(lower(user));
    principals.add("public");
    return principals;
  }
}
