/** Below the table of months: the best, the worst, and how many gained. */
import { Percent } from "../../ui/figures.tsx";
import { formatPercent } from "../../ui/format.ts";
import { StatTile, StatTiles } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { monthsSummary, periodName, type Year } from "./periods.ts";
import styles from "./returns.module.css";

export function MonthsSummary({ years }: { years: readonly Year[] }) {
  const t = useText();
  const language = useLanguage();
  const found = monthsSummary(years);
  if (!found) return null;
  const { best, worst, gained, count } = found;
  return (
    <div className={styles.summary}>
      <StatTiles>
        <StatTile label={t("portfolios.returns.best")} note={periodName(language, best)}>
          <Percent result value={best.percent} />
        </StatTile>
        <StatTile label={t("portfolios.returns.worst")} note={periodName(language, worst)}>
          <Percent result value={worst.percent} />
        </StatTile>
        <StatTile label={t("portfolios.returns.gained")} note={t("portfolios.returns.ofMonths", { gained, count })}>
          {formatPercent(language, (100 * gained) / count)}
        </StatTile>
      </StatTiles>
    </div>
  );
}
