/** The chart of the value as a table, with own trades since the line before. */
import type { Mark } from "@portico/api/portfolio-holding.ts";
import type { Performance } from "@portico/api/portfolios.ts";
import { formatAmount } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../performance/value-chart.module.css";
import { marksByLine } from "./mark-groups.ts";

type Point = Performance["points"][number];

const tableLines = 24;

/** At most two dozen days, evenly spaced, always including the last. */
export const fewOf = <P,>(points: readonly P[]): P[] => {
  const step = Math.max(1, Math.ceil(points.length / tableLines));
  return points.filter((_, index) => (points.length - 1 - index) % step === 0);
};

interface TableProps {
  points: readonly Point[];
  currency: string;
  marks: readonly Mark[];
  markText: (mark: Mark) => string;
}

export function ValueTable({ points, currency, marks, markText }: TableProps) {
  const t = useText();
  const language = useLanguage();
  const lines = fewOf(points);
  const ofLines = marksByLine(
    lines.map(({ day }) => day),
    marks,
  );
  const amount = (value: number | null) =>
    value === null ? t("ui.money.unavailable") : formatAmount(language, value, currency);
  return (
    <details className={styles.table} data-no-print>
      <summary>{t("portfolios.chart.table")}</summary>
      <table>
        <caption className="visually-hidden">{t("portfolios.chart.title")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("portfolios.chart.day")}</th>
            <th scope="col">{t("portfolios.chart.value")}</th>
            <th scope="col">{t("portfolios.chart.netDeposits")}</th>
            {marks.length > 0 && <th scope="col">{t("portfolios.marks.toggle")}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((point, index) => (
            <tr key={point.day}>
              <th scope="row">{point.day}</th>
              <td>{amount(point.value)}</td>
              <td>{amount(point.netDeposits)}</td>
              {marks.length > 0 && (
                <td data-words>
                  {ofLines[index]?.map((mark) => (
                    <div key={mark.kind}>{markText(mark)}</div>
                  ))}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
