package io.strandline.checks.coverage;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The calls and constants of some Java sources, by simple class name.
 *
 * <p>Sources are parsed and no more, so an instance's methods are not found by its type.
 */
final class SourceIndex {

  /** Where an expression stands: what its names mean. */
  record Scope(String owner, @Nullable MethodTree method) {}

  /** A call of a method or constructor. */
  record Call(List<? extends ExpressionTree> arguments, Scope scope, String place) {}

  /** A class's field with its value. */
  record Constant(ExpressionTree value, Scope scope) {}

  private final Map<String, List<Call>> calls = new HashMap<>();
  private final Map<String, Constant> constants = new HashMap<>();

  /** Parses sources, given by their file names. */
  static SourceIndex of(Map<String, String> sources) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<JavaFileObject> files = new ArrayList<>();
    sources.forEach((name, text) -> files.add(new Text(name, text)));
    JavacTask task =
        (JavacTask) compiler.getTask(null, null, null, List.of("-proc:none"), null, files);
    SourceIndex index = new SourceIndex();
    SourcePositions positions = Trees.instance(task).getSourcePositions();
    try {
      for (CompilationUnitTree unit : task.parse()) {
        index.new Reader(unit, positions).scan(unit, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return index;
  }

  /** The calls of a class's method with so many arguments; {@code new} is a constructor's name. */
  List<Call> calls(String owner, String name, int arguments) {
    return calls.getOrDefault(key(owner, name, arguments), List.of());
  }

  @Nullable Constant constant(String owner, String name) {
    return constants.get(owner + "." + name);
  }

  private static String key(String owner, String name, int arguments) {
    return owner + "." + name + "/" + arguments;
  }

  /** The last part of a name with dots. */
  static String simpleName(Tree name) {
    String text = name.toString();
    return text.substring(text.lastIndexOf('.') + 1);
  }

  private static final class Text extends SimpleJavaFileObject {
    private final String text;

    private Text(String name, String text) {
      super(URI.create("string:///" + name), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private final class Reader extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final Deque<String> owners = new ArrayDeque<>();
    private @Nullable MethodTree method;

    private Reader(CompilationUnitTree unit, SourcePositions positions) {
      this.unit = unit;
      this.positions = positions;
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable Void none) {
      owners.push(tree.getSimpleName().toString());
      super.visitClass(tree, none);
      owners.pop();
      return null;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree tree, @Nullable Void none) {
      MethodTree outer = method;
      method = tree;
      super.visitMethod(tree, none);
      method = outer;
      return null;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree tree, @Nullable Void none) {
      if (method == null && tree.getInitializer() != null) {
        constants.put(
            owners.getFirst() + "." + tree.getName(), new Constant(tree.getInitializer(), scope()));
      }
      return super.visitVariable(tree, none);
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void none) {
      ExpressionTree called = tree.getMethodSelect();
      if (called instanceof IdentifierTree name) {
        owners.forEach(owner -> add(owner, name.toString(), tree.getArguments(), tree));
      } else if (called instanceof MemberSelectTree select) {
        String owner = simpleName(select.getExpression());
        add(owner, select.getIdentifier().toString(), tree.getArguments(), tree);
      }
      return super.visitMethodInvocation(tree, none);
    }

    @Override
    public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void none) {
      add(simpleName(tree.getIdentifier()), "new", tree.getArguments(), tree);
      return super.visitNewClass(tree, none);
    }

    private void add(
        String owner, String name, List<? extends ExpressionTree> arguments, Tree tree) {
      String path = unit.getSourceFile().getName();
      long line = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
      String place = path.substring(path.lastIndexOf('/') + 1) + ":" + line;
      calls
          .computeIfAbsent(key(owner, name, arguments.size()), k -> new ArrayList<>())
          .add(new Call(arguments, scope(), place));
    }

    private Scope scope() {
      return new Scope(owners.getFirst(), method);
    }
  }
}
