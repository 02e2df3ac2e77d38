/** A client's figures next to what they wrote: loaded only on request, because each view is kept in the access log. */

import type { Portfolio } from "@portico/api/portfolios.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { useHolderRecord } from "../../holders/staff/holder-address.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import parts from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { Money, Percent } from "../../ui/figures.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { lacksFigures, useBecause, useReturnBecause } from "../gap-text.ts";
import { useValuedOn } from "../holdings/valued-on.ts";
import { OpenPortfolio } from "./client-portfolio.tsx";
import { PortfolioWarnings } from "./holdings-view.tsx";
import styles from "./portfolio-figures.module.css";

const shown = 5;

export function PortfolioFigures({ holder }: { holder: Holder }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { clientNumber } = useHolderRecord(holder);
  return (
    <Section
      title={t("admin.client.portfolio")}
      actions={
        <LocaleLink to={`/admin/${holder.holderType}/${holder.holderId}/portfolio`}>
          {t("admin.summary.all")}
        </LocaleLink>
      }
    >
      {clientNumber === null ? (
        <p className={parts.muted}>{t("admin.client.portfolioNoNumber")}</p>
      ) : isOpen ? (
        <OpenPortfolio holder={holder}>{(data) => <Figures data={data} />}</OpenPortfolio>
      ) : (
        <>
          <p className={parts.muted}>{t("admin.client.portfolioHint")}</p>
          <Button size="sm" variant="default" onClick={() => setOpen(true)}>
            {t("admin.client.portfolioOpen")}
          </Button>
        </>
      )}
    </Section>
  );
}

function Figures({ data }: { data: Portfolio }) {
  const t = useText();
  const valuedOn = useValuedOn(data);
  const because = useBecause()(data.gaps);
  const returnBecause = useReturnBecause();
  const currency = data.contractCurrency;
  const largest = data.instruments
    .toSorted((one, other) => (other.currentValue ?? 0) - (one.currentValue ?? 0))
    .slice(0, shown);
  return (
    <>
      <PortfolioWarnings data={data} />
      <dl className={styles.figures}>
        <div>
          <dt>{t("portfolios.totals.currentValue")}</dt>
          <dd>
            <Money amount={data.currentValue} currency={currency} because={because} />
          </dd>
        </div>
        <div>
          <dt>{t("portfolios.totals.returnVal")}</dt>
          <dd>
            <Money result amount={data.returnVal} currency={currency} because={because} />{" "}
            <Percent result value={data.returnPercent} because={returnBecause(data)} />
          </dd>
        </div>
        {largest.map(({ key, name, currentValue }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>
              <Money amount={currentValue} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={parts.muted}>
        {lacksFigures(data) && `${t("portfolios.totals.incomplete")} · `}
        {valuedOn}
      </p>
    </>
  );
}
