/** Cash per currency, with a note if it is below zero. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { memo, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { useCurrencyNames } from "../../ui/currency-names.ts";
import { Money } from "../../ui/figures.tsx";
import { formatDay } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useBecause } from "../gap-text.ts";
import { Notice } from "../notice.tsx";
import { ProofFigure } from "../proof/proof-figure.tsx";
import styles from "./position.module.css";

export const CashSection = memo(function CashSection({
  rows,
  contractCurrency,
}: {
  rows: readonly InstrumentRow[];
  contractCurrency: string;
}) {
  const t = useText();
  const because = useBecause();
  const nameOf = useCurrencyNames();
  const place = useRef<HTMLDivElement>(null);
  const isRequested = useLocation().hash === "#cash";
  // The address names this part before its portfolio is loaded.
  useEffect(() => {
    if (isRequested) place.current?.scrollIntoView();
  }, [isRequested]);
  const agreed = useCall(useApi().reconciliation.listAgreed, { params: useHolder() }).data?.agreed ?? [];
  const language = useLanguage();
  const cash = rows.filter((row) => row.type === 9);
  const agreedDays = Map.groupBy(
    agreed.filter(({ key }) => cash.some((row) => row.key === key)),
    ({ custodian, day }) => `${custodian} ${day}`,
  );
  const below = cash.filter((row) => row.ownedShares < 0);
  return (
    <Section title={t("portfolios.cash.title")}>
      <div id="cash" ref={place} />
      {below.length > 0 && (
        <Notice>
          <p>{t("portfolios.cash.below", { currencies: below.map((row) => row.instrumentCurrency).join(", ") })}</p>
        </Notice>
      )}
      {cash.length === 0 && <p>{t("portfolios.cash.none")}</p>}
      <dl className={styles.figures}>
        {cash.map((row) => (
          <div key={row.key}>
            <dt>
              {nameOf(row.instrumentCurrency)}{" "}
              {row.ownedShares < 0 && (
                <StatusBadge status="below" colour="orange">
                  {t("portfolios.cash.belowTag")}
                </StatusBadge>
              )}
            </dt>
            <dd>
              <ProofFigure figure="ownedShares" rowKey={row.key} name={nameOf(row.instrumentCurrency)}>
                <Money amount={row.ownedShares} currency={row.instrumentCurrency} />
              </ProofFigure>
              {row.instrumentCurrency !== contractCurrency && (
                <span className={styles.when}>
                  <ProofFigure figure="currentValue" rowKey={row.key} name={nameOf(row.instrumentCurrency)}>
                    <Money amount={row.currentValue} currency={contractCurrency} because={because(row.gaps)} />
                  </ProofFigure>
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {/* At the end, so that nothing moves when it comes. */}
      {[...agreedDays].map(([key, same]) => {
        const [{ custodian, day } = { custodian: "", day: "" }] = same;
        const currencies = same.map(({ key: currency }) => currency).join(", ");
        return (
          <p key={key} className="small">
            {t("portfolios.cash.agreedWith", { currencies, custodian, day: formatDay(language, day) })}
          </p>
        );
      })}
    </Section>
  );
});
