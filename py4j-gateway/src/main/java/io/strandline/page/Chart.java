package io.strandline.page;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A line of values over time as an SVG image; every point tells its time and value when hovered.
 *
 * @param title above it
 * @param unit of the values
 * @param points in any order
 */
record Chart(String title, String unit, List<Point> points) {

  /** A value at a time, UTC. */
  record Point(Instant at, double value) {}

  private static final int WIDTH = 640;
  private static final int HEIGHT = 160;
  private static final int LEFT = 70;
  private static final int RIGHT = 10;
  private static final int TOP = 10;
  private static final int BOTTOM = 25;

  Chart {
    points = points.stream().sorted(Comparator.comparing(Point::at)).toList();
  }

  String svg() {
    String heading = Markup.element("h3", title + " (" + unit + ")");
    if (points.isEmpty()) {
      return heading + "<p class=\"none\">no data</p>\n";
    }
    StringBuilder svg = new StringBuilder(heading);
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\""
                + " aria-label=\"%s\">%n",
            WIDTH,
            HEIGHT,
            Markup.escaped(title)));
    axes(svg);
    line(svg);
    points.forEach(point -> dot(svg, point));
    return svg.append("</svg>\n").toString();
  }

  private void axes(StringBuilder svg) {
    int right = WIDTH - RIGHT;
    int bottom = HEIGHT - BOTTOM;
    svg.append(
        String.format(
            Locale.ROOT,
            "<path class=\"axis\" d=\"M%d %d V%d H%d\"/>%n",
            LEFT,
            TOP,
            bottom,
            right));
    label(svg, "end", LEFT - 5, TOP + 8, number(highest()));
    label(svg, "end", LEFT - 5, bottom, number(lowest()));
    label(svg, "start", LEFT, HEIGHT - 8, first().at().toString());
    label(svg, "end", right, HEIGHT - 8, last().at().toString());
  }

  private static void label(StringBuilder svg, String anchor, int x, int y, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text text-anchor=\"%s\" x=\"%d\" y=\"%d\">%s</text>%n",
            anchor,
            x,
            y,
            Markup.escaped(text)));
  }

  private void line(StringBuilder svg) {
    svg.append("<polyline class=\"line\" points=\"");
    for (Point point : points) {
      svg.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(point), y(point)));
    }
    svg.append("\"/>\n");
  }

  private void dot(StringBuilder svg, Point point) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s: %s %s</title></circle>%n",
            x(point),
            y(point),
            point.at(),
            number(point.value()),
            Markup.escaped(unit)));
  }

  private double x(Point point) {
    double span = last().at().toEpochMilli() - first().at().toEpochMilli();
    double passed = point.at().toEpochMilli() - first().at().toEpochMilli();
    return LEFT + (span == 0 ? 0.5 : passed / span) * (WIDTH - LEFT - RIGHT);
  }

  private double y(Point point) {
    double span = highest() - lowest();
    double above = span == 0 ? 0 : (point.value() - lowest()) / span;
    return HEIGHT - BOTTOM - above * (HEIGHT - TOP - BOTTOM);
  }

  /** Zero, so that heights compare, or the lowest value below it. */
  private double lowest() {
    return points.stream().mapToDouble(Point::value).reduce(0, Math::min);
  }

  private double highest() {
    return points.stream().mapToDouble(Point::value).reduce(0, Math::max);
  }

  private Point first() {
    return points.get(0);
  }

  private Point last() {
    return points.get(points.size() - 1);
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.2f", value);
  }
}
