package io.strandline.checks.tidy;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A parsed Java file and what the tidy rules ask of it. */
final class SourceFile {

  /** A method and the lines it takes. */
  record Method(String name, long lines) {}

  private static final List<String> TEST_ANNOTATIONS =
      List.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "ArchTest");

  private static final Map<Path, SourceFile> PARSED = new ConcurrentHashMap<>();

  private final List<Method> methods = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();
  private final List<String> calls = new ArrayList<>();
  private boolean tests;
  private boolean concrete;

  private SourceFile(CompilationUnitTree unit, SourcePositions positions) {
    new Scanner(unit, positions).scan(unit, null);
  }

  /** A file, parsed if it was not loaded before. */
  static SourceFile of(Path file) {
    if (!PARSED.containsKey(file)) {
      load(List.of(file));
    }
    return PARSED.get(file);
  }

  /** Parses files together, which is many times faster than one by one. */
  static void load(List<Path> files) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        Path file = Path.of(unit.getSourceFile().toUri());
        PARSED.put(file, new SourceFile(unit, positions));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Methods and constructors with their lengths. */
  List<Method> methods() {
    return methods;
  }

  /** String literals. */
  List<String> texts() {
    return texts;
  }

  /** Qualified names called or read, such as {@code Instant.now}. */
  List<String> calls() {
    return calls;
  }

  /** Whether Surefire must run it: a concrete class with test methods. */
  boolean isRunnableTest() {
    return tests && concrete;
  }

  private final class Scanner extends TreeScanner<Void, Void> {

    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private int depth;

    Scanner(CompilationUnitTree unit, SourcePositions positions) {
      this.unit = unit;
      this.positions = positions;
    }

    @Override
    public Void visitClass(ClassTree tree, Void unused) {
      if (depth++ == 0) {
        concrete =
            tree.getKind() == Tree.Kind.CLASS
                && !tree.getModifiers().getFlags().contains(Modifier.ABSTRACT);
      }
      super.visitClass(tree, null);
      depth--;
      return null;
    }

    @Override
    public Void visitMethod(MethodTree tree, Void unused) {
      long lines = line(positions.getEndPosition(unit, tree)) - line(start(tree)) + 1;
      methods.add(new Method(tree.getName().toString(), lines));
      return super.visitMethod(tree, null);
    }

    private long start(MethodTree tree) {
      return positions.getStartPosition(unit, tree);
    }

    private long line(long position) {
      return unit.getLineMap().getLineNumber(position);
    }

    @Override
    public Void visitAnnotation(AnnotationTree tree, Void unused) {
      tests |= TEST_ANNOTATIONS.contains(tree.getAnnotationType().toString());
      return super.visitAnnotation(tree, null);
    }

    @Override
    public Void visitLiteral(LiteralTree tree, Void unused) {
      if (tree.getValue() instanceof String text) {
        texts.add(text);
      }
      return null;
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
      calls.add(tree.getMethodSelect().toString());
      return super.visitMethodInvocation(tree, null);
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
      calls.add(tree.toString());
      return super.visitMemberSelect(tree, null);
    }
  }
}
