/** Below the holdings: what was earned since the portfolio was opened, cash, and rates. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { useMemo } from "react";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder, useIsOfAnother } from "../shell/session/active-holder.ts";
import { Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import { CashSection } from "./holdings/cash-section.tsx";
import { FxRates } from "./holdings/fx-rates.tsx";
import styles from "./portfolio.module.css";
import type { PortfolioTotals as Totals } from "./portfolio-state.ts";
import { PortfolioTotals } from "./portfolio-totals.tsx";

export function LowerSections({ totals, rows }: { totals: Totals; rows: readonly InstrumentRow[] }) {
  const t = useText();
  const isOfAnother = useIsOfAnother();
  const isOwn = !useActiveHolder().readOnly && !isOfAnother;
  const own = useMemo(
    () => [totals.contractCurrency, ...rows.map(({ instrumentCurrency }) => instrumentCurrency)],
    [totals.contractCurrency, rows],
  );
  return (
    <>
      <Section
        title={t("portfolios.totals.title")}
        actions={isOwn && <LocaleLink to="/reports/statement">{t("portfolios.totals.statement")}</LocaleLink>}
      >
        <PortfolioTotals totals={totals} />
      </Section>
      <div className={styles.pair}>
        <CashSection rows={rows} contractCurrency={totals.contractCurrency} />
        <FxRates own={own} />
      </div>
    </>
  );
}
