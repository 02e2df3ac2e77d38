/** Months beside one another, years below one another, the newest first; on a phone each year is a card. */
// Explicit roles, because cells laid out as a grid lose them in Safari.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import type { PeriodReturn } from "@portico/api/portfolio-risk.ts";
import type { CSSProperties } from "react";
import { Link, useSearchParams } from "react-router";
import { useIsOfAnother } from "../../shell/session/active-holder.ts";
import { Percent } from "../../ui/figures.tsx";
import { formatDay, formatDecimal, signOf, withSign } from "../../ui/format.ts";
import { Scrolled } from "../../ui/scrolled.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useGapText } from "../gap-text.ts";
import { searchOfRange } from "../performance/ranges.ts";
import {
  figureOf,
  heatOf,
  monthHeading,
  type Period,
  periodName,
  periodsOf,
  type Shown,
  type Year,
} from "./periods.ts";
import styles from "./returns.module.css";

const monthNumbers = Array.from({ length: 12 }, (_, index) => index + 1);

interface MonthsProps {
  years: readonly Year[];
  shown: Shown;
  benchmarkName: string | null;
}

export function MonthsTable({ years, shown, benchmarkName }: MonthsProps) {
  const t = useText();
  const language = useLanguage();
  const heat = heatOf(years, shown);
  const isAnyPartial = periodsOf(years).some(({ isPartial }) => isPartial);
  return (
    <>
      {shown === "excess" && <p className={styles.note}>{t("portfolios.returns.excessHint")}</p>}
      <Scrolled className={styles.scroll}>
        <table className={styles.months} role="table">
          <caption className="visually-hidden">
            {shown === "own"
              ? t("portfolios.returns.title")
              : t("portfolios.returns.excess", { name: benchmarkName ?? "" })}
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">
                {t("portfolios.returns.year")}
              </th>
              {monthNumbers.map((month) => (
                <th key={month} scope="col" role="columnheader">
                  {monthHeading(language, month)}
                </th>
              ))}
              <th scope="col" role="columnheader">
                {t("portfolios.returns.whole")}
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {years.toReversed().map((year) => (
              <tr key={year.year} role="row">
                <th scope="row" role="rowheader">
                  {year.year}
                </th>
                {year.months.map((month, index) => (
                  <td
                    key={monthNumbers[index]}
                    role="cell"
                    data-label={monthHeading(language, index + 1)}
                    {...(month && groundOf(month, shown, heat))}
                  >
                    {month && <Cell period={{ ...month, year: year.year, month: index + 1 }} shown={shown} />}
                  </td>
                ))}
                <td role="cell" data-whole data-label={t("portfolios.returns.whole")}>
                  <Cell period={{ ...year, month: null }} shown={shown} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      {isAnyPartial && <p className={styles.note}>{t("portfolios.returns.partialNote")}</p>}
      {shown === "own" && <Unknown years={years} />}
    </>
  );
}

/** The ground of a cell, by the figure's sign and size. */
function groundOf(period: PeriodReturn, shown: Shown, heat: (figure: number) => number) {
  const figure = figureOf(period, shown);
  if (figure === null || figure === 0) return {};
  return {
    "data-sign": signOf(figure) > 0 ? "plus" : "minus",
    style: { "--heat": `${Math.round(4 + 20 * heat(figure))}%` } as CSSProperties,
  };
}

/** The bridge of the period; for staff, what each holding earned in it, which sums to the bridge. */
function useLinkTo({ from, to }: Period): string {
  const isOfAnother = useIsOfAnother();
  const [search] = useSearchParams();
  if (!isOfAnother) return `?${new URLSearchParams({ part: "overview", from, to }).toString()}#bridge`;
  const next = searchOfRange(search, { preset: "custom", from, to });
  next.set("part", "results");
  return `?${next.toString()}`;
}

/** A link to what changed the value in the period. */
function Cell({ period, shown }: { period: Period; shown: Shown }) {
  const t = useText();
  const language = useLanguage();
  const figure = figureOf(period, shown);
  const to = useLinkTo(period);
  return (
    <Link to={to} className={styles.cell}>
      <span className="visually-hidden">{periodName(language, period)}: </span>
      {figure === null ? (
        <span className={styles.unknown}>{t("portfolios.returns.unknown")}</span>
      ) : shown === "own" ? (
        <Percent result value={figure} />
      ) : (
        t("ui.points", { value: withSign(figure, formatDecimal(language, figure, 2)) })
      )}
      {period.isPartial && (
        <>
          <span aria-hidden="true">*</span>
          <span className="visually-hidden"> {t("portfolios.returns.partial")}</span>
        </>
      )}
    </Link>
  );
}

/** Why months have no return, each reason once with its months. */
function Unknown({ years }: { years: readonly Year[] }) {
  const t = useText();
  const language = useLanguage();
  const gapText = useGapText();
  const reasonOf = ({ reason, gap }: PeriodReturn): string => {
    if (reason)
      return t(`portfolios.performance.reason.${reason.code}`, {
        day: reason.day === null ? "" : formatDay(language, reason.day),
      });
    return gap ? gapText(gap) : t("ui.money.unavailable");
  };
  const unknown = periodsOf(years).filter(({ percent, month }) => percent === null && month !== null);
  if (unknown.length === 0) return null;
  const months = Map.groupBy(unknown, reasonOf);
  return (
    <ul className={styles.reasons} aria-label={t("portfolios.returns.unknownTitle")}>
      {[...months].map(([reason, list]) => (
        <li key={reason}>
          {t("portfolios.returns.because", {
            months: list.map((period) => periodName(language, period)).join(", "),
            reason,
          })}
        </li>
      ))}
    </ul>
  );
}
