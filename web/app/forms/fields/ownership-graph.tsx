/** The ownership graph drawn in layers: the company at the bottom, its owners above it, and so on. */
import { rootId } from "@portico/api/forms/check-ownership.ts";
import type { OwnershipAnswers } from "@portico/api/forms/field.ts";
import type { PersonShare } from "@portico/kyc/ownership.ts";
import { Scrolled } from "../../ui/scrolled.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../forms.module.css";
import { arrangeLayers } from "./ownership-layers.ts";
import { shareText } from "./share-text.ts";

/** Wide enough for the longest name in two lines, or for a layer's boxes side by side on a large screen. */
const leastWidth = 150;
const maxWidth = 240;
const room = 740;
const letterWidth = 7.4;
const lineHeight = 17;
const boxHeight = 66;
const gapX = 20;
const gapY = 54;

interface OwnershipGraphProps {
  /** Name of the company whose owners are drawn. */
  company: string;
  graph: OwnershipAnswers;
  persons: readonly PersonShare[];
  beneficial: ReadonlySet<string>;
}

/** Space at the sides for lines that pass a layer, if any. */
const bow = 60;

interface Point {
  x: number;
  y: number;
}

/** A line from an owner's box down to what it owns; passes layers in between on the nearer side, so that no box hides it. */
function lineBetween(
  from: Point,
  to: Point,
  { width, boxWidth }: { width: number; boxWidth: number },
): { path: string; middle: Point } {
  const start = { x: from.x + boxWidth / 2, y: from.y + boxHeight };
  const end = { x: to.x + boxWidth / 2, y: to.y };
  const isNext = end.y - start.y <= gapY;
  if (isNext || end.y <= start.y)
    return {
      path: `M${start.x} ${start.y}L${end.x} ${end.y}`,
      middle: { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 },
    };
  const isRight = start.x >= end.x;
  const side = isRight ? width - bow / 2 : bow / 2;
  const last = { x: end.x + (isRight ? boxWidth / 3 : -boxWidth / 3), y: end.y };
  return {
    path: `M${start.x} ${start.y}C${side} ${start.y + gapY} ${side} ${end.y - gapY} ${last.x} ${last.y}`,
    middle: { x: (start.x + 6 * side + last.x) / 8, y: (start.y + end.y) / 2 },
  };
}

/** A name in at most two lines of this many letters, of about the same length: "Sp. z o.o." stays together. */
function linesOf(name: string, letters: number): string[] {
  const short = (text: string): string => (text.length > letters ? `${text.slice(0, letters - 1)}…` : text);
  if (name.length <= letters) return [name];
  const ends = [...name.matchAll(/ /g)].map(({ index }) => index).filter((end) => end <= letters);
  const longest = (end: number): number => Math.max(end, name.length - end - 1);
  const [end] = ends.toSorted((one, other) => longest(one) - longest(other));
  return end === undefined ? [short(name)] : [name.slice(0, end), short(name.slice(end + 1))];
}

export function OwnershipGraph({ company, graph, persons, beneficial }: OwnershipGraphProps) {
  const t = useText();
  const language = useLanguage();
  const layers = arrangeLayers(graph);
  const widest = Math.max(...layers.map(({ length }) => length));
  const longest = Math.max(...graph.nodes.map(({ name }) => name.length)) * letterWidth;
  const boxWidth = Math.max(
    leastWidth,
    Math.min(maxWidth, Math.max(longest / 2 + 40, Math.min(longest, 160) + 24), room / widest - gapX),
  );
  const layerOf = (id: string): number => layers.findIndex((ids) => ids.includes(id));
  const side = graph.edges.some(({ owner, owned }) => layerOf(owner) - layerOf(owned) > 1) ? bow : 0;
  const width = widest * (boxWidth + gapX) + gapX + 2 * side;
  const height = layers.length * (boxHeight + gapY) - gapY + 2 * gapX;
  const places = new Map(
    layers.flatMap((ids, layer) =>
      ids.map((id, index) => {
        const left = (width - ids.length * (boxWidth + gapX) + gapX) / 2 + index * (boxWidth + gapX);
        return [id, { x: left, y: gapX + (layers.length - 1 - layer) * (boxHeight + gapY) }] as const;
      }),
    ),
  );
  const nameOf = (id: string): string =>
    id === rootId ? company : graph.nodes.find((node) => node.id === id)?.name || t("forms.owners.unnamed");
  return (
    <Scrolled centred className={styles.graph}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made here is no file that img could load
        role="img"
        aria-label={t("forms.owners.graph", { count: graph.nodes.length })}
      >
        {graph.edges.map(({ owner, owned, percent }, index) => {
          const from = places.get(owner);
          const to = places.get(owned);
          if (!from || !to) return null;
          const line = lineBetween(from, to, { width, boxWidth });
          return (
            // oxlint-disable-next-line react/no-array-index-key -- edges are drawn anew whenever one changes
            <g key={index}>
              <path d={line.path} className={styles.graphLine} />
              {percent !== "" && (
                <text x={line.middle.x} y={line.middle.y} className={styles.graphPercent}>
                  {shareText(language, percent)}%
                </text>
              )}
            </g>
          );
        })}
        {[...places].map(([id, { x, y }]) => {
          const share = persons.find((person) => person.id === id)?.percent;
          const lines = linesOf(nameOf(id), Math.floor((boxWidth - 16) / letterWidth));
          const rows = lines.length + (share === undefined ? 0 : 1);
          const rowAt = (row: number): number => y + boxHeight / 2 + (row - (rows - 1) / 2) * lineHeight + 4;
          return (
            <g key={id} data-beneficial={beneficial.has(id) || undefined} className={styles.graphBox}>
              <title>{nameOf(id)}</title>
              <rect x={x} y={y} width={boxWidth} height={boxHeight} rx={8} />
              {lines.map((line, row) => (
                <text key={line} x={x + boxWidth / 2} y={rowAt(row)}>
                  {line}
                </text>
              ))}
              {share !== undefined && (
                <text x={x + boxWidth / 2} y={rowAt(rows - 1)} className={styles.graphShare}>
                  {t("forms.owners.indirect", { percent: shareText(language, share) })}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </Scrolled>
  );
}
