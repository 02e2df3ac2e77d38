/** What the charts of the portfolio's value have in common: marks, the day read, and a range chosen by dragging. */
import type { Performance } from "@portico/api/portfolios.ts";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import type { Scales } from "../performance/chart-picture.tsx";
import type { DayRange } from "../performance/ranges.ts";
import styles from "./chart.module.css";
import { marksByLine } from "./mark-groups.ts";
import { useMarkText } from "./mark-lines.tsx";
import { MarksLegend } from "./marks-legend.tsx";
import { PlotLayer } from "./plot-layer.tsx";
import type { SelectablePoint, Selected } from "./selection.ts";
import { useMarks } from "./use-marks.ts";
import { useSelection } from "./use-selection.ts";
import { useZoom } from "./use-zoom.ts";
import { Tip } from "./value-tip.tsx";

interface Asked<Point extends SelectablePoint> {
  points: readonly Point[];
  range: DayRange;
  setRange: (range: DayRange) => void;
  /** The days that the points are of; those of `range` may still be loading. */
  shown: Pick<Performance, "from" | "to">;
  /** Of one holding. */
  instrumentId?: number;
  /** The first point is where the selected days begin, not one of them. */
  startsBefore?: boolean;
  /** A day's figures in words. */
  linesOf: (point: Point) => string[];
  linesOfSelected: (selected: Selected) => string[];
}

export function useChartTools<Point extends SelectablePoint>({
  points,
  range,
  setRange,
  shown,
  instrumentId,
  startsBefore,
  linesOf,
  linesOfSelected,
}: Asked<Point>) {
  const t = useText();
  const language = useLanguage();
  const marks = useMarks(shown, instrumentId);
  const markText = useMarkText(marks.currency, instrumentId === undefined);
  const { zoom, back } = useZoom(range, setRange);
  const [said, say] = useState("");
  const selection = useSelection({
    points,
    from: startsBefore ? "9999-12-31" : shown.from,
    onSelect(selected) {
      zoom(selected);
      const [from, to] = [formatDay(language, selected.from), formatDay(language, selected.to)];
      say(t("portfolios.select.applied", { from, to }));
    },
    onCancel: () => say(t("portfolios.select.cancelled")),
  });
  const { pointed, selected } = selection;
  const at = points.find(({ day }) => day === pointed) ?? points.at(-1);
  const read = at?.day ?? "";
  const ofDay = marksByLine(
    points.map(({ day }) => day),
    marks.marks,
  )[points.findIndex(({ day }) => day === read)];
  const lines = selected ? linesOfSelected(selected) : at ? linesOf(at) : [];
  const reading = selected
    ? t("portfolios.select.selected", { what: lines.join(". ") })
    : [...lines, ...(ofDay ?? []).map(markText)].join(". ");
  return {
    /** The day that is read. */
    read,
    marks: marks.marks,
    markText,
    layer: (scales: Scales): ReactNode => (
      <PlotLayer
        scales={scales}
        points={points}
        marks={marks.marks}
        selection={selection}
        reading={reading}
        tip={(near) => <Tip lines={lines} marks={selected ? [] : near} markText={markText} />}
      />
    ),
    controls: (
      <>
        {back && (
          <Button
            variant="default"
            size="sm"
            data-no-print
            leftSection={<Icon name="back" size={16} />}
            onClick={() => {
              back();
              say(t("portfolios.select.returned"));
            }}
          >
            {t("portfolios.select.back")}
          </Button>
        )}
        {!back && <span className={styles.drag}>{t("portfolios.select.drag")}</span>}
        <MarksLegend {...marks} />
        <output className="visually-hidden">{said}</output>
      </>
    ),
  };
}
