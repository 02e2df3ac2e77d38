/** Lays a chart out: lines of its levels, what it draws, its labels, and what tells several series apart without colour. */
import type { Chart } from "../model/blocks.ts";
import { type Element, element, emptyStrip, type Mark, type Setting, type Shape, type Strip } from "./strips.ts";
import { baseLineOf, chartBox, colours, page, styles, textWidth } from "./style.ts";

const style = styles.chart;
/** Beside the firm's colour, so that series differ in print without colours too. */
const looks = [
  { colour: undefined, dash: undefined },
  { colour: colours.quiet, dash: [5, 2.5] },
  { colour: colours.text, dash: [1.5, 2] },
] as const;
type Look = (typeof looks)[number];
const lookOf = (index: number): Look => looks[index % looks.length] as Look;

interface Plot {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The parts of a line between its gaps; a value alone is a short stroke. */
function linesOf({ points }: Chart["series"][number], look: Look, { plot, accent }: Placing): Shape[] {
  const parts: { x: number; y: number }[][] = [[]];
  for (const point of points)
    if (point)
      parts.at(-1)?.push({ x: plot.x + point.place * plot.width, y: plot.y + (1 - point.level) * plot.height });
    else parts.push([]);
  return parts.flatMap(([first, ...rest]): Shape[] => {
    if (!first) return [];
    const drawn =
      rest.length > 0
        ? [first, ...rest]
        : [
            { ...first, x: first.x - 1 },
            { ...first, x: first.x + 1 },
          ];
    return [
      {
        kind: "path",
        points: drawn,
        colour: look.colour ?? accent,
        thickness: 1.4,
        ...(look.dash && { dash: look.dash }),
      },
    ];
  });
}

interface Placing {
  plot: Plot;
  accent: string;
}

/** The bars of a place stand side by side in two thirds of its room. */
function barsOf({ series, base }: Chart, { plot, accent }: Placing): Shape[] {
  const count = Math.max(1, ...series.map(({ points }) => points.length));
  const width = (plot.width / count) * (2 / 3);
  const each = width / series.length;
  return series.flatMap(({ points }, index) =>
    points.flatMap((point): Shape[] => {
      if (!point) return [];
      const [high, low] = [Math.max(point.level, base), Math.min(point.level, base)];
      return [
        {
          kind: "area",
          x: plot.x + point.place * plot.width - width / 2 + index * each,
          y: plot.y + (1 - high) * plot.height,
          width: each * 0.94,
          height: Math.max(0.5, (high - low) * plot.height),
          colour: lookOf(index).colour ?? accent,
        },
      ];
    }),
  );
}

/** Names the series, and what the levels are measured in. */
function legend(
  { form, series, unit }: Chart,
  figure: Element,
  { measure, accent }: Setting,
): { marks: Mark[]; shapes: Shape[] } {
  const marks: Mark[] = [];
  const shapes: Shape[] = [];
  let x = 0;
  const write = (text: string): void => {
    const width = measure(text, style.face, style);
    const fragments = [{ text, face: style.face, link: null, x: 0, width }];
    marks.push({ kind: "text", element: figure, x: page.left + x, baseLine: baseLineOf(style), style, fragments });
    x += width + chartBox.legendGap;
  };
  if (unit) write(unit);
  if (series.length > 1)
    for (const [index, { name }] of series.entries()) {
      const { colour = accent, dash } = lookOf(index);
      const middle = style.leading / 2;
      shapes.push(
        form === "bars"
          ? { kind: "area", x, y: middle - 4, width: 8, height: 8, colour }
          : {
              kind: "path",
              points: [
                { x, y: middle },
                { x: x + chartBox.legendLine, y: middle },
              ],
              colour,
              thickness: 1.4,
              ...(dash && { dash }),
            },
      );
      x += (form === "bars" ? 8 : chartBox.legendLine) + 4;
      write(name);
    }
  return { marks, shapes };
}

/** One strip, never divided. All of it is one figure with its alternative text. */
export function layOutChart(chart: Chart, root: Element, setting: Setting): Strip {
  const { measure, accent } = setting;
  const figure = element("Figure", root, { alternative: chart.alternative });
  const widthOf = (text: string): number => measure(text, style.face, style);
  const head = legend(chart, figure, setting);
  const top = head.marks.length > 0 ? style.leading + chartBox.gap : chartBox.gap;
  const side = Math.max(0, ...chart.levels.map(({ label }) => widthOf(label))) + chartBox.gap;
  const plot: Plot = { x: side, y: top, width: textWidth - side, height: chartBox.height };
  const strip = emptyStrip(top + chartBox.height + chartBox.gap + style.leading);
  const levels = chart.levels.map(({ level }): Shape => {
    const y = plot.y + (1 - level) * plot.height;
    const points = [
      { x: plot.x, y },
      { x: textWidth, y },
    ];
    const isBase = chart.form === "bars" && Math.abs(level - chart.base) < 1e-9;
    return { kind: "path", points, colour: isBase ? colours.strongLine : colours.line, thickness: 0.5 };
  });
  const placing = { plot, accent };
  const drawn =
    chart.form === "bars"
      ? barsOf(chart, placing)
      : chart.series.flatMap((one, index) => linesOf(one, lookOf(index), placing));
  const label = (text: string, x: number, top: number): Mark => {
    const fragments = [{ text, face: style.face, link: null, x: 0, width: widthOf(text) }];
    return { kind: "text", element: figure, x: page.left + x, baseLine: top + baseLineOf(style), style, fragments };
  };
  strip.marks.push(
    {
      kind: "drawing",
      element: figure,
      x: page.left,
      y: 0,
      width: textWidth,
      height: strip.height,
      shapes: [...head.shapes, ...levels, ...drawn],
    },
    ...head.marks,
    ...chart.levels.map(({ level, label: text }) =>
      label(text, side - chartBox.gap - widthOf(text), plot.y + (1 - level) * plot.height - style.leading / 2),
    ),
    ...chart.places.map(({ place, label: text }) => {
      const middle = plot.x + place * plot.width - widthOf(text) / 2;
      return label(text, Math.min(Math.max(0, middle), textWidth - widthOf(text)), plot.y + plot.height + chartBox.gap);
    }),
  );
  return strip;
}
