/** The totals of the portfolio, each with its proof, and what they lack. */
import { isDoubt } from "@portico/api/gaps.ts";
import type { Gap } from "@portico/api/portfolios.ts";
import { Money, Percent } from "../ui/figures.tsx";
import { formatDay, formatQuantity } from "../ui/format.ts";
import { StatTile, StatTiles } from "../ui/section.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { lacksFigures, useBecause, useGapText } from "./gap-text.ts";
import { Notice } from "./notice.tsx";
import type { PortfolioTotals as Totals } from "./portfolio-state.ts";
import { ProofFigure } from "./proof-figure.tsx";

export function PortfolioTotals({ totals }: { totals: Totals }) {
  const t = useText();
  const because = useBecause()(totals.gaps);
  const currency = totals.contractCurrency;
  const incomplete = lacksFigures(totals) ? t("portfolios.totals.incomplete") : undefined;
  const plain = (figure: "totalInvested" | "currentValue" | "income" | "fees" | "tax" | "netDeposits") => (
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
    <>
      <Gaps kind="gap" gaps={totals.gaps.filter((gap) => !isDoubt(gap))} />
      <Gaps kind="doubt" gaps={totals.gaps.filter(isDoubt)} />
      <Excluded excluded={totals.excluded} />
      <StatTiles>
        <StatTile label={t("portfolios.totals.currentValue")} note={incomplete}>
          {plain("currentValue")}
        </StatTile>
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
    </>
  );
}

const namedGaps = 6;

function Gaps({ gaps, kind }: { gaps: readonly Gap[]; kind: "gap" | "doubt" }) {
  const t = useText();
  const word = useGapText();
  if (gaps.length === 0) return null;
  return (
    <Notice title={t(kind === "gap" ? "portfolios.gap.title" : "portfolios.gap.doubtTitle")}>
      <p>{t(kind === "gap" ? "portfolios.gap.explain" : "portfolios.gap.doubtExplain")}</p>
      <ul>
        {[...new Set(gaps.map(word))].slice(0, namedGaps).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {gaps.length > namedGaps && <li>{t("portfolios.gap.more", { count: gaps.length - namedGaps })}</li>}
      </ul>
    </Notice>
  );
}

/** What the firm leaves out of the portfolio: its value is in none of the figures. */
function Excluded({ excluded }: Pick<Totals, "excluded">) {
  const t = useText();
  const language = useLanguage();
  if (excluded.length === 0) return null;
  return (
    <Notice title={t("portfolios.excluded.title", { count: excluded.length })}>
      <p>{t("portfolios.excluded.text")}</p>
      <ul>
        {excluded.map(({ name, quantity, day }) => (
          <li key={name}>
            {quantity === null || day === null
              ? name
              : t("portfolios.excluded.held", {
                  name,
                  quantity: formatQuantity(language, quantity),
                  day: formatDay(language, day),
                })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
