/** Details of a holding: purchases and prices, value, returns, entries. */

import type { InstrumentRow, ProvableFigure } from "@portico/api/portfolios.ts";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Money, Percent, Quantity, Unavailable } from "../../ui/figures.tsx";
import { formatDay, formatMoney, formatPercent, formatPrice, formatQuantity, formatRate } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useBecause, useReturnBecause } from "../gap-text.ts";
import { Doubts } from "../portfolio-notices.tsx";
import { ProofFigure } from "../proof/proof-figure.tsx";
import { HoldingPart } from "./holding-part.tsx";
import styles from "./position.module.css";
import { PositionEntries } from "./position-entries.tsx";

interface PositionProps {
  row: InstrumentRow;
  contractCurrency: string;
  /** The valuation day. */
  today: string;
  onRequest?: ((side: "buy" | "sell", row: InstrumentRow) => void) | undefined;
}

export function PositionView({ row, contractCurrency, today, onRequest }: PositionProps) {
  const t = useText();
  return (
    <div className={styles.position}>
      <p className="small">
        {row.ticker}
        {row.isin && ` · ${t("portfolios.position.isin", { isin: row.isin })}`}
      </p>
      <Story row={row} contractCurrency={contractCurrency} />
      <Doubts of="figures" gaps={row.gaps} />
      {onRequest && row.type === 1 && (
        <div className={styles.actions} data-no-print>
          <Button variant="default" size="sm" onClick={() => onRequest("buy", row)}>
            {t("portfolios.position.buy")}
          </Button>
          <Button variant="default" size="sm" onClick={() => onRequest("sell", row)}>
            {t("portfolios.position.sell")}
          </Button>
        </div>
      )}
      {row.instrumentId !== null && <HoldingPart key={row.key} instrumentId={row.instrumentId} today={today} />}
      <h3>{t("portfolios.position.figures")}</h3>
      <Figures row={row} contractCurrency={contractCurrency} />
      {row.instrumentId !== null && (
        <>
          <h3>{t("portfolios.position.entries")}</h3>
          <PositionEntries instrumentId={row.instrumentId} />
        </>
      )}
    </div>
  );
}

function Story({ row, contractCurrency }: Pick<PositionProps, "row" | "contractCurrency">) {
  const t = useText();
  const language = useLanguage();
  const because = useBecause();
  const { avgBuyPrice, currentValue, returnVal, returnPercent } = row;
  if (avgBuyPrice === null || currentValue === null || returnVal === null)
    return <Unavailable because={because(row.gaps)} />;
  // A gift has a gain, and no return.
  const result = returnPercent !== null && {
    amount: formatMoney(language, Math.abs(returnVal), contractCurrency),
    percent: formatPercent(language, Math.abs(returnPercent)),
  };
  return (
    <p className={styles.story}>
      {row.type === 1 &&
        t("portfolios.position.story", {
          shares: formatQuantity(language, row.ownedShares),
          unit: t("portfolios.position.units", { count: row.ownedShares }),
          average: `${formatPrice(language, avgBuyPrice, row.instrumentCurrency)}\u00a0${row.instrumentCurrency}`,
          value: formatMoney(language, currentValue, contractCurrency),
          day: row.priceQuote ? formatDay(language, row.priceQuote.day) : "",
        })}{" "}
      {result && returnVal > 0 && t("portfolios.position.gain", result)}
      {result && returnVal < 0 && t("portfolios.position.loss", result)}
    </p>
  );
}

function Figures({ row, contractCurrency }: Pick<PositionProps, "row" | "contractCurrency">) {
  const t = useText();
  const language = useLanguage();
  const because = useBecause()(row.gaps);
  const returnBecause = useReturnBecause();
  const isCash = row.type === 9;
  const price = (amount: number | null) => (
    <Money price={6} amount={amount} currency={row.instrumentCurrency} because={because} />
  );
  const contract = (amount: number | null, result = false) => (
    <Money amount={amount} currency={contractCurrency} result={result} because={because} />
  );
  const lines: [ProvableFigure, string, ReactNode][] = [
    [
      "ownedShares",
      t("portfolios.holdings.ownedShares"),
      isCash ? (
        <Money key="q" amount={row.ownedShares} currency={row.instrumentCurrency} />
      ) : (
        <Quantity key="q" value={row.ownedShares} />
      ),
    ],
    [
      "avgBuyPrice",
      t("portfolios.holdings.avgBuyPrice"),
      isCash ? (
        <Money key="a" rate amount={row.avgBuyPrice} currency={contractCurrency} because={because} />
      ) : (
        price(row.avgBuyPrice)
      ),
    ],
    ["currentPrice", t("portfolios.holdings.currentPrice"), price(row.currentPrice)],
    [
      "fixing",
      t("portfolios.holdings.fixing"),
      row.fixing === null ? <Unavailable key="f" because={because} /> : formatRate(language, row.fixing),
    ],
    ["totalInvested", t("portfolios.holdings.totalInvested"), contract(row.totalInvested)],
    ["currentValue", t("portfolios.holdings.currentValue"), contract(row.currentValue)],
    ["returnVal", t("portfolios.holdings.returnVal"), contract(row.returnVal, true)],
    [
      "returnPercent",
      t("portfolios.holdings.returnPercent"),
      <Percent key="p" result value={row.returnPercent} because={returnBecause(row)} />,
    ],
    ["realisedGain", t("portfolios.totals.realisedGain"), contract(row.realisedGain, true)],
    ["income", t("portfolios.totals.income"), contract(row.income)],
    ["fees", t("portfolios.totals.fees"), contract(row.fees)],
  ];
  return (
    <dl className={styles.figures}>
      {lines.map(([figure, label, content]) => (
        <div key={figure}>
          <dt>{label}</dt>
          <dd>
            <ProofFigure figure={figure} rowKey={row.key} name={row.name} within={row.key}>
              {content}
            </ProofFigure>
          </dd>
        </div>
      ))}
      {row.returnFromCurrency !== null && (
        <div>
          <dt>{t("portfolios.position.fromCurrency")}</dt>
          <dd>{formatMoney(language, row.returnFromCurrency, contractCurrency)}</dd>
        </div>
      )}
    </dl>
  );
}
