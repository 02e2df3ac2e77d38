/** The graph of owners drawn in layers: the company below, its owners above it, theirs above them. */
import { rootId } from "@portico/api/forms/check-ownership.ts";
import type { OwnershipAnswers } from "@portico/api/forms/field.ts";
import type { PersonShare } from "@portico/kyc/ownership.ts";
import { useText } from "../ui/text.tsx";
import styles from "./forms.module.css";
import { layersOf } from "./ownership-layers.ts";

const boxWidth = 150;
const boxHeight = 46;
const gapX = 20;
const gapY = 54;

interface OwnershipGraphProps {
  /** What the company is called whose owners are drawn. */
  company: string;
  graph: OwnershipAnswers;
  persons: readonly PersonShare[];
  beneficial: ReadonlySet<string>;
}

/** Room at the sides for shares that pass by a layer. */
const bow = 60;

interface Point {
  x: number;
  y: number;
}

/** From an owner's box down to what is owned; past the layers between by the nearer side, so that no box hides it. */
function lineBetween(from: Point, to: Point, width: number): { path: string; middle: Point } {
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

const short = (text: string): string => (text.length > 19 ? `${text.slice(0, 18)}…` : text);

export function OwnershipGraph({ company, graph, persons, beneficial }: OwnershipGraphProps) {
  const t = useText();
  const layers = layersOf(graph);
  const widest = Math.max(...layers.map(({ length }) => length));
  const width = widest * (boxWidth + gapX) + gapX + 2 * bow;
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
    <div className={styles.graph}>
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
          const line = lineBetween(from, to, width);
          return (
            // oxlint-disable-next-line react/no-array-index-key -- edges are drawn anew whenever one changes
            <g key={index}>
              <path d={line.path} className={styles.graphLine} />
              {percent !== "" && (
                <text x={line.middle.x} y={line.middle.y} className={styles.graphPercent}>
                  {percent}%
                </text>
              )}
            </g>
          );
        })}
        {[...places].map(([id, { x, y }]) => {
          const share = persons.find((person) => person.id === id)?.percent;
          return (
            <g key={id} data-beneficial={beneficial.has(id) || undefined} className={styles.graphBox}>
              <rect x={x} y={y} width={boxWidth} height={boxHeight} rx={8} />
              <text x={x + boxWidth / 2} y={y + (share === undefined ? 28 : 20)}>
                {short(nameOf(id))}
              </text>
              {share !== undefined && (
                <text x={x + boxWidth / 2} y={y + 37} className={styles.graphShare}>
                  {t("forms.owners.indirect", { percent: share })}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
