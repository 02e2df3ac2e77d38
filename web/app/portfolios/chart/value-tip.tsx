/** What a chart of the value tells of a day, or of the days that are being selected. */
import type { Mark } from "@portico/api/portfolio-holding.ts";
import { digitsOf, formatDay, formatMoney, formatPercent, withSign } from "../../ui/format.ts";
import { type Language, type Translate, useLanguage, useText } from "../../ui/text.tsx";
import styles from "./chart.module.css";
import { MarkLines } from "./mark-lines.tsx";
import type { SelectablePoint, Selected } from "./selection.ts";

/** The lines about selected days: what was earned, and the change of the value with what of it was paid in. */
export function selectionLines(
  t: Translate,
  language: Language,
  { from, to, change: exact, paid: exactPaid, opening }: Selected,
  currency: string,
): string[] {
  const days = t("portfolios.select.days", { from: formatDay(language, from), to: formatDay(language, to) });
  if (exact === null || exactPaid === null || opening === null) return [days, t("portfolios.select.unknown")];
  // Each value is rounded, as in the range's bridge: after the drag the result is the same.
  const rounded = (amount: number) => Number(amount.toFixed(digitsOf(currency)));
  const change = rounded(opening + exact) - rounded(opening);
  const paid = rounded(exactPaid);
  const money = (amount: number) => withSign(amount, formatMoney(language, amount, currency));
  const earned = change - paid;
  // With a payment in between, a ratio of two values is no return.
  const ratio = paid === 0 && opening > 0 ? (earned / opening) * 100 : null;
  const percent = ratio === null ? "" : ` (${withSign(ratio, formatPercent(language, ratio))})`;
  const result = `${t("portfolios.select.result", { amount: money(earned) })}${percent}`;
  return paid === 0
    ? [days, result]
    : [days, result, t("portfolios.select.value", { amount: money(change), paid: money(paid) })];
}

/** A day's value and net deposits. */
export function dayLines(
  t: Translate,
  language: Language,
  { day, value, netDeposits }: SelectablePoint,
  currency: string,
): string[] {
  const money = (amount: number | null) =>
    amount === null ? t("ui.money.unavailable") : formatMoney(language, amount, currency);
  return [
    formatDay(language, day),
    `${t("portfolios.chart.value")} ${money(value)}`,
    `${t("portfolios.chart.netDeposits")} ${money(netDeposits)}`,
  ];
}

interface TipProps {
  /** The first one is the day or days. */
  lines: readonly string[];
  marks: readonly Mark[];
  markText: (mark: Mark) => string;
}

export function Tip({ lines: [head, ...lines], marks, markText }: TipProps) {
  const t = useText();
  const language = useLanguage();
  const spans = marks.filter(({ from, to }) => from !== to);
  return (
    <>
      <strong>{head}</strong>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      <MarkLines marks={marks} textOf={markText} />
      {spans.map(({ kind, from, to }) => (
        <small key={kind} className={styles.span}>
          {t("portfolios.select.days", { from: formatDay(language, from), to: formatDay(language, to) })}
        </small>
      ))}
    </>
  );
}
