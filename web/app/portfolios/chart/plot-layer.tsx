/** What lies over the lines of a chart: marks, the day pointed at, the selected days. Moved by pointer, touch and keyboard. */
import { useElementSize } from "@mantine/hooks";
import type { Mark } from "@portico/api/portfolio-holding.ts";
import { type ReactNode, useId, useMemo } from "react";
import { useText } from "../../ui/text.tsx";
import type { Scales } from "../performance/chart-picture.tsx";
import chart from "../performance/value-chart.module.css";
import styles from "./chart.module.css";
import { groupMarks, type MarkGroup } from "./mark-groups.ts";
import { MarkShape } from "./mark-shape.tsx";
import type { SelectablePoint } from "./selection.ts";
import type { useSelection } from "./use-selection.ts";

/** Width of a mark with the space beside it. */
const slotPixels = 14;

interface PlotLayerProps {
  scales: Scales;
  points: readonly SelectablePoint[];
  marks: readonly Mark[];
  selection: ReturnType<typeof useSelection>;
  /** The day that is read, in words, for screen readers. */
  reading: string;
  /** What is shown beside the day pointed at; with the marks that are drawn there. */
  tip: (marks: readonly Mark[]) => ReactNode;
}

export function PlotLayer({ scales, points, marks, selection, reading, tip }: PlotLayerProps) {
  const t = useText();
  const hint = useId();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const { pointed, ends, handlers } = selection;
  const [first, last] = [points[0]?.day ?? "", points.at(-1)?.day ?? ""];
  const slots = Math.max(1, Math.floor((width || 840) / slotPixels));
  const groups = useMemo(
    () => groupMarks(marks, { left: scales.left, first, last, slots }),
    [marks, scales, first, last, slots],
  );
  const place = pointed === undefined ? undefined : scales.left(pointed);
  const near = place === undefined ? [] : groups.filter(({ left }) => Math.abs(left - place) * slots <= 0.6);
  // Not over the days that are being selected, as long as there is room beside them.
  const isRight = place !== undefined && (ends ? (ends.head > ends.anchor ? place < 0.66 : place < 0.34) : place < 0.5);
  const span = ends && [scales.left(ends.anchor), scales.left(ends.head)].toSorted((one, two) => one - two);
  return (
    <div
      ref={ref}
      className={styles.layer}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a day on a line, which no input draws
      role="slider"
      tabIndex={0}
      aria-label={t("portfolios.select.label")}
      aria-describedby={hint}
      aria-valuemin={0}
      aria-valuemax={points.length - 1}
      aria-valuenow={Math.max(
        0,
        points.findIndex(({ day }) => day === (pointed ?? last)),
      )}
      aria-valuetext={reading}
      // In a drawer Escape cancels the selection first.
      data-mantine-stop-propagation={ends ? "true" : undefined}
      {...handlers}
    >
      {span && (
        <span
          className={styles.selected}
          data-no-print
          style={{ left: `${(span[0] ?? 0) * 100}%`, width: `${((span[1] ?? 0) - (span[0] ?? 0)) * 100}%` }}
        />
      )}
      {groups.map((group) => (
        <span
          key={`${group.kind} ${group.from}`}
          className={styles.mark}
          data-kind={group.kind}
          data-many={group.count > 1 || undefined}
          style={{
            left: `${group.left * 100}%`,
            top: group.kind === "income" ? undefined : topOf(group, points, scales),
          }}
        >
          <MarkShape kind={group.kind} />
        </span>
      ))}
      {place !== undefined && (
        <>
          <span className={chart.cross} data-no-print style={{ left: `${place * 100}%` }} />
          <span
            className={styles.tip}
            data-no-print
            style={isRight ? { left: `${place * 100}%` } : { right: `${(1 - place) * 100}%` }}
          >
            {tip(near)}
          </span>
        </>
      )}
      <span id={hint} hidden>
        {t("portfolios.select.hint")}
      </span>
    </div>
  );
}

/** Beside the line, at the mark's place: at the value of the nearest day that has one; else at the lower edge. */
function topOf({ left }: MarkGroup, points: readonly SelectablePoint[], scales: Scales): string | undefined {
  let nearest: { distance: number; value: number } | undefined;
  for (const { day, value } of points) {
    const distance = Math.abs(scales.left(day) - left);
    if (value !== null && (!nearest || distance < nearest.distance)) nearest = { distance, value };
  }
  return nearest && `${scales.top(nearest.value) * 100}%`;
}
