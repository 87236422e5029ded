package io.strandline.checks.coverage;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import io.strandline.checks.coverage.SourceIndex.Call;
import io.strandline.checks.coverage.SourceIndex.Constant;
import io.strandline.checks.coverage.SourceIndex.Scope;
import io.strandline.checks.tidy.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The errors that Java sources raise: every {@code new SqlMessage}, its arguments followed back
 * through parameters, choices, variables and constants to numbers in the source.
 *
 * <p>It cannot see numbers that are values: those that a client raises with RAISERROR and THROW or
 * plans as a fault, a message that is sent again, and methods called through an object.
 */
final class RaisedErrors {

  private static final String SERVER = "lab/server/src/main/java";
  private static final int DEEPEST = 8;

  private final SourceIndex index;
  private final List<RaisedError> found = new ArrayList<>();

  /** An expression with where it stands. */
  private record Part(ExpressionTree tree, Scope scope) {}

  private record Raise(Part number, Part severity, Part text, String place, int depth) {}

  private RaisedErrors(SourceIndex index) {
    this.index = index;
  }

  static List<RaisedError> inTheServer() {
    Path folder = Repository.root().resolve(SERVER);
    Map<String, String> sources = new TreeMap<>();
    for (Path file : Repository.files(".java")) {
      if (file.startsWith(folder)) {
        sources.put(folder.relativize(file).toString(), read(file));
      }
    }
    return in(sources);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<RaisedError> in(Map<String, String> sources) {
    RaisedErrors errors = new RaisedErrors(SourceIndex.of(sources));
    for (Call call : errors.index.calls("SqlMessage", "new", 5)) {
      List<? extends ExpressionTree> values = call.arguments();
      errors.follow(
          new Raise(
              new Part(values.get(0), call.scope()),
              new Part(values.get(1), call.scope()),
              new Part(values.get(3), call.scope()),
              call.place(),
              0));
    }
    return errors.found;
  }

  private void follow(Raise raise) {
    for (Part number : choices(raise.number())) {
      Integer value = literal(number);
      if (value != null && value != 0) {
        found.add(new RaisedError(value, severity(raise), text(raise.text()), raise.place()));
      } else if (value == null && raise.depth() < DEEPEST) {
        followCalls(raise, number);
      }
    }
  }

  private void followCalls(Raise raise, Part number) {
    Scope scope = number.scope();
    MethodTree method = scope.method();
    if (method == null || parameter(number) < 0) {
      return;
    }
    int arguments = method.getParameters().size();
    for (Call call : index.calls(scope.owner(), method.getName().toString(), arguments)) {
      follow(
          new Raise(
              given(number, method, call),
              given(raise.severity(), method, call),
              given(raise.text(), method, call),
              call.place(),
              raise.depth() + 1));
    }
  }

  private static Part given(Part part, MethodTree method, Call call) {
    int position = part.scope().method() == method ? parameter(part) : -1;
    return position < 0 ? part : new Part(call.arguments().get(position), call.scope());
  }

  private int severity(Raise raise) {
    TreeSet<Integer> values = new TreeSet<>();
    for (Part part : choices(raise.severity())) {
      Integer value = literal(part);
      values.add(value == null ? -1 : value);
    }
    return values.size() == 1 ? values.first() : -1;
  }

  private String text(Part part) {
    ExpressionTree tree = part.tree();
    if (tree instanceof LiteralTree literal && literal.getValue() != null) {
      return literal.getValue().toString();
    } else if (tree instanceof ParenthesizedTree inner) {
      return text(new Part(inner.getExpression(), part.scope()));
    } else if (tree instanceof BinaryTree sum) {
      return text(new Part(sum.getLeftOperand(), part.scope()))
          + text(new Part(sum.getRightOperand(), part.scope()));
    }
    Part value = named(part);
    return value == null ? String.valueOf(Texts.HOLE) : text(value);
  }

  /** What an expression can be: the branches of a choice, the value of a name. */
  private List<Part> choices(Part part) {
    if (part.tree() instanceof ParenthesizedTree inner) {
      return choices(new Part(inner.getExpression(), part.scope()));
    } else if (part.tree() instanceof ConditionalExpressionTree choice) {
      List<Part> all = new ArrayList<>();
      all.addAll(choices(new Part(choice.getTrueExpression(), part.scope())));
      all.addAll(choices(new Part(choice.getFalseExpression(), part.scope())));
      return all;
    }
    Part value = named(part);
    return value == null ? List.of(part) : choices(value);
  }

  private @Nullable Part named(Part part) {
    Scope scope = part.scope();
    if (part.tree() instanceof IdentifierTree name) {
      ExpressionTree local = local(scope.method(), name.toString());
      if (local != null) {
        return new Part(local, scope);
      }
      return parameter(part) < 0 ? value(scope.owner(), name.toString()) : null;
    } else if (part.tree() instanceof MemberSelectTree select) {
      String owner = SourceIndex.simpleName(select.getExpression());
      return value(owner, select.getIdentifier().toString());
    }
    return null;
  }

  private @Nullable Part value(String owner, String name) {
    Constant constant = index.constant(owner, name);
    return constant == null ? null : new Part(constant.value(), constant.scope());
  }

  private static @Nullable ExpressionTree local(@Nullable MethodTree method, String name) {
    if (method == null || method.getBody() == null) {
      return null;
    }
    return new TreeScanner<@Nullable ExpressionTree, @Nullable Void>() {
      @Override
      public @Nullable ExpressionTree visitVariable(VariableTree tree, @Nullable Void none) {
        return tree.getName().contentEquals(name) ? tree.getInitializer() : null;
      }

      @Override
      public @Nullable ExpressionTree reduce(
          @Nullable ExpressionTree one, @Nullable ExpressionTree two) {
        return one == null ? two : one;
      }
    }.scan(method.getBody(), null);
  }

  private static int parameter(Part part) {
    MethodTree method = part.scope().method();
    if (method != null && part.tree() instanceof IdentifierTree name) {
      for (int i = 0; i < method.getParameters().size(); i++) {
        if (method.getParameters().get(i).getName().contentEquals(name.toString())) {
          return i;
        }
      }
    }
    return -1;
  }

  private static @Nullable Integer literal(Part part) {
    return part.tree() instanceof LiteralTree literal && literal.getValue() instanceof Integer value
        ? value
        : null;
  }
}
