/** The total value, what was earned over the range, and what was paid in or withdrawn. */

import type { Performance } from "@portico/api/portfolios.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { portfolioRanges, presetRange, type RangePreset } from "@portico/api/rules/portfolio-ranges.ts";
import { memo, useState } from "react";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useProfile } from "../shell/session/session.ts";
import { Money } from "../ui/figures.tsx";
import { formatMoney, formatPercent, plainAmount, withSign } from "../ui/format.ts";
import { StatTile, StatTiles } from "../ui/section.tsx";
import { SectionPicker } from "../ui/section-picker.tsx";
import { Bar, ComingBar } from "../ui/skeletons.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./dashboard.module.css";
import { lacksFigures, useBecause } from "./gap-text.ts";
import { Sparkline } from "./performance/sparkline.tsx";
import { usePerformance } from "./performance/use-performance.ts";
import type { PortfolioTotals } from "./portfolio-state.ts";
import { ProofFigure } from "./proof/proof-figure.tsx";

export const DashboardHero = memo(function DashboardHero({ totals }: { totals: PortfolioTotals }) {
  const t = useText();
  const because = useBecause()(totals.gaps);
  const [preset, setPreset] = useState<RangePreset>(useProfile().preferences.portfolioRange ?? "1Y");
  const { data, isError } = usePerformance(presetRange(preset, totals.valuationDay));
  const range = t(`portfolios.range.name.${preset}`);
  return (
    <div className={styles.hero}>
      <StatTiles>
        <StatTile
          hero
          label={t(lacksFigures(totals) ? "dashboard.hero.incomplete" : "dashboard.hero.label")}
          note={totals.gaps.some(isDoubt) && <LocaleLink to="/portfolio">{t("portfolios.gap.doubtLink")}</LocaleLink>}
        >
          <ProofFigure figure="currentValue">
            <Money amount={totals.currentValue} currency={totals.contractCurrency} because={because} />
          </ProofFigure>
        </StatTile>
      </StatTiles>
      <p className={styles.results} aria-live="polite">
        {data ? <Earned data={data} range={range} /> : !isError && <ComingBar width="18rem" />}
      </p>
      {data ? (
        <Sparkline points={data.points} label={t("dashboard.hero.line", { range })} />
      ) : (
        !isError && <ComingBar height="7.5rem" />
      )}
      <SectionPicker
        label={t("portfolios.range.label")}
        sections={portfolioRanges.map((id) => ({ id, label: t(`portfolios.range.${id}`) }))}
        current={preset}
        onPick={(id) => setPreset(id as RangePreset)}
      />
    </div>
  );
});

/** Its places, before anything of the portfolio is known. */
export function HeroFrame() {
  const t = useText();
  return (
    <div className={styles.hero}>
      <StatTiles>
        <StatTile hero label={t("dashboard.hero.label")}>
          <Bar width="14rem" height="1.1em" />
        </StatTile>
      </StatTiles>
      <div className={styles.results}>
        <Bar width="18rem" />
      </div>
      <Bar height="7.5rem" />
      <Bar width="20rem" height="2.75rem" />
    </div>
  );
}

/** Deposits are no gain and stand apart from it. Without the sums of the range (a gap), the reason is shown. */
function Earned({ data, range }: { data: Performance; range: string }) {
  const t = useText();
  const language = useLanguage();
  const because = useBecause()(data.gaps);
  const { bridge, gain, contractCurrency } = data;
  if (!bridge || gain === null) return <span>{because}</span>;
  const earned = Number(plainAmount(Number(gain), contractCurrency));
  const flows = Number(bridge.deposits);
  const amount = formatMoney(language, Math.abs(flows), contractCurrency);
  return (
    <>
      <span className={styles.earned} data-sign={earned < 0 ? "minus" : earned > 0 ? "plus" : undefined}>
        {t("dashboard.hero.gain", {
          kind: earned < 0 ? "loss" : earned > 0 ? "gain" : "other",
          amount: withSign(earned, formatMoney(language, earned, contractCurrency)),
          range,
        })}
      </span>
      {data.timeWeightedReturn !== null && (
        <span>
          {t("dashboard.hero.return", {
            percent: withSign(data.timeWeightedReturn, formatPercent(language, data.timeWeightedReturn)),
          })}
        </span>
      )}
      <span>
        {flows === 0
          ? t("dashboard.hero.noFlows")
          : t(flows > 0 ? "dashboard.hero.paidIn" : "dashboard.hero.takenOut", { amount })}
      </span>
    </>
  );
}
