/** An instrument that is or was held: prices with own trades, facts, income, and on demand its money-weighted return. */
import { ApiError } from "@portico/api/errors.ts";
import type { Holding } from "@portico/api/portfolio-holding.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { useCurrencyNames } from "../../ui/currency-names.ts";
import { Money, Percent } from "../../ui/figures.tsx";
import { formatDay, formatPrice } from "../../ui/format.ts";
import { LoadFailed, Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useIncome } from "../income/use-income.ts";
import { useRangeName } from "../performance/range-name.ts";
import { RangePicker } from "../performance/range-picker.tsx";
import type { DayRange } from "../performance/ranges.ts";
import { useRange } from "../performance/use-range.ts";
import { refetchMs } from "../portfolio-state.ts";
import { sourceText } from "../source-text.ts";
import type { HoldingProps } from "./holding-part.tsx";
import { HoldingReturn } from "./holding-return.tsx";
import styles from "./position.module.css";
import { PriceChart } from "./price-chart.tsx";

/** It begins with the range of the page, and does not change it: the page comes back as it was. */
export function HoldingView({ instrumentId, today }: HoldingProps) {
  const t = useText();
  const api = useApi();
  const rangeName = useRangeName();
  const [ofPage] = useRange(today);
  const [range, setRange] = useState(ofPage);
  const { from, to } = range;
  const { data, error, isFetching, isPlaceholderData, refetch } = useCall(
    api.portfolios.getHolding,
    { params: { ...useHolder(), from, to }, query: { instrumentId } },
    { staleTime: refetchMs, placeholderData: keepPreviousData },
  );
  // The portfolio's whole time begins, for a holding, with its first entry; prices may go back much further.
  const shown = useMemo(
    () =>
      data && range.preset === "all"
        ? { ...data, prices: data.prices.filter(({ day }) => day >= data.firstDay) }
        : data,
    [data, range.preset],
  );
  if (!data && error instanceof ApiError && error.code === "ledgerElsewhere")
    return <p className="small">{t("portfolios.holding.elsewhere")}</p>;
  return (
    <>
      <h3>{t("portfolios.holding.price", { range: rangeName(range) })}</h3>
      <RangePicker range={range} onChange={setRange} today={today} />
      {shown ? (
        <div aria-busy={isPlaceholderData} style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
          <PriceChart holding={shown} range={range} setRange={setRange} today={today} />
          <h3>{t("portfolios.holding.facts")}</h3>
          <Facts holding={shown} instrumentId={instrumentId} />
        </div>
      ) : error ? (
        <LoadFailed retry={() => void refetch()} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : (
        <Loading>
          <div className={styles.chartRoom} />
        </Loading>
      )}
      <h3>{t("portfolios.holding.income", { range: rangeName(range) })}</h3>
      <Income range={range} instrumentId={instrumentId} />
      <h3>{t("portfolios.performance.xirr")}</h3>
      <HoldingReturn key={`${from} ${to}`} range={range} instrumentId={instrumentId} />
    </>
  );
}

const Lines = ({ lines }: { lines: [string, ReactNode][] }) => (
  <dl className={styles.figures}>
    {lines.map(([label, content]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{content}</dd>
      </div>
    ))}
  </dl>
);

interface FactsProps {
  holding: Holding;
  instrumentId: number;
}

function Facts({ holding: { isin, assetClass, currency, country, prices, ticker }, instrumentId }: FactsProps) {
  const t = useText();
  const agreed = useCall(useApi().reconciliation.listAgreed, { params: useHolder() }).data?.agreed;
  const language = useLanguage();
  const currencyName = useCurrencyNames();
  const countries = new Intl.DisplayNames(language, { type: "region" });
  const last = prices.at(-1);
  return (
    <Lines
      lines={[
        ["ISIN", isin ?? "–"],
        [t("portfolios.holdings.ticker"), ticker],
        [t("portfolios.holding.class"), t(`portfolios.class.${assetClass}`)],
        [t("portfolios.holding.currency"), `${currencyName(currency)} (${currency})`],
        [t("portfolios.holding.country"), country === null ? "–" : (countries.of(country) ?? country)],
        [
          t("portfolios.holding.lastPrice"),
          last
            ? `${formatPrice(language, last.quoted, last.currency)}\u00a0${last.currency}, ${formatDay(language, last.day)}, ${sourceText(t, last.source)}`
            : "–",
        ],
        ...(agreed ?? []).flatMap(({ key, custodian, day }): [string, ReactNode][] =>
          key === String(instrumentId)
            ? [[t("portfolios.holding.agreedWith", { custodian }), formatDay(language, day)]]
            : [],
        ),
      ]}
    />
  );
}

function Income({ range, instrumentId }: { range: DayRange; instrumentId: number }) {
  const t = useText();
  const { data, error, isFetching, refetch } = useIncome(range);
  if (!data)
    return error ? (
      <LoadFailed retry={() => void refetch()} retrying={isFetching}>
        {errorText(t, error)}
      </LoadFailed>
    ) : (
      <Loading />
    );
  const own = data.holdings.find((one) => one.instrumentId === instrumentId);
  if (!own) return <p className="small">{t("portfolios.holding.noIncome")}</p>;
  const money = (amount: string | null) => <Money amount={amount} currency={data.contractCurrency} />;
  return (
    <Lines
      lines={[
        [t("portfolios.holding.gross"), money(own.gross)],
        [t("portfolios.holding.tax"), money(own.tax)],
        [t("portfolios.holding.net"), money(own.net)],
        ...(own.yieldOnCost === null
          ? []
          : [[t("portfolios.holding.onCost"), <Percent key="c" value={own.yieldOnCost} />] as [string, ReactNode]]),
        ...(own.yieldOnValue === null
          ? []
          : [[t("portfolios.holding.onValue"), <Percent key="v" value={own.yieldOnValue} />] as [string, ReactNode]]),
      ]}
    />
  );
}
