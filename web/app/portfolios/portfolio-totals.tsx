/** What was earned and charged since the portfolio was opened, each figure with its proof. */
import { memo } from "react";
import { Money, Percent } from "../ui/figures.tsx";
import { StatTile, StatTiles } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import { lacksFigures, useBecause } from "./gap-text.ts";
import type { PortfolioTotals as Totals } from "./portfolio-state.ts";
import { ProofFigure } from "./proof/proof-figure.tsx";

export const PortfolioTotals = memo(function PortfolioTotals({ totals }: { totals: Totals }) {
  const t = useText();
  const because = useBecause()(totals.gaps);
  const currency = totals.contractCurrency;
  const incomplete = lacksFigures(totals) ? t("portfolios.totals.incomplete") : undefined;
  const plain = (figure: "totalInvested" | "income" | "fees" | "tax") => (
    <ProofFigure figure={figure}>
      <Money amount={totals[figure]} currency={currency} because={because} />
    </ProofFigure>
  );
  const result = (figure: "returnVal" | "realisedGain") => (
    <ProofFigure figure={figure}>
      <Money result amount={totals[figure]} currency={currency} because={because} />
    </ProofFigure>
  );
  return (
    <StatTiles>
      <StatTile label={t("portfolios.totals.totalInvested")} note={incomplete}>
        {plain("totalInvested")}
      </StatTile>
      <StatTile
        label={t("portfolios.totals.returnVal")}
        note={
          totals.returnPercent === null ? undefined : (
            <ProofFigure figure="returnPercent">
              <Percent result value={totals.returnPercent} />
            </ProofFigure>
          )
        }
      >
        {result("returnVal")}
      </StatTile>
      <StatTile label={t("portfolios.totals.realisedGain")}>{result("realisedGain")}</StatTile>
      <StatTile label={t("portfolios.totals.income")} note={t("portfolios.totals.incomeNote")}>
        {plain("income")}
      </StatTile>
      <StatTile
        label={t("portfolios.totals.fees")}
        note={
          <>
            {t("portfolios.totals.tax")}: {plain("tax")}
          </>
        }
      >
        {plain("fees")}
      </StatTile>
    </StatTiles>
  );
});
