/** The client's portfolio as they see it: loaded only on request, because each view is kept in the access log. */

import { ApiError } from "@portico/api/errors.ts";
import type { Portfolio } from "@portico/api/portfolios.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { ShownHolderProvider } from "../../shell/session/active-holder.ts";
import parts from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { Empty, LoadFailed, Loading } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { IncomePart } from "../income/income-part.tsx";
import { ResultsPart } from "../results/results-part.tsx";
import { ReturnsPart } from "../returns/returns-part.tsx";
import { SalesOf } from "../sales/sales-part.tsx";
import { HolderAllocation } from "./holder-allocation.tsx";
import { useHoldingMarks } from "./holding-marks.tsx";
import { type HoldingsFile, HoldingsView } from "./holdings-view.tsx";
import { PortfolioAsOf } from "./portfolio-as-of.tsx";

export function ClientPortfolio({ holder, clientNumber }: { holder: Holder; clientNumber: string | null }) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const isOpen = params.get("portfolio") === "open";
  const today = useFirmToday();
  return (
    <>
      <Section>
        <p className={parts.muted}>{t("admin.client.portfolioHint")}</p>
        {clientNumber === null ? (
          <Empty icon="portfolio" title={t("admin.client.portfolioNoNumber")} />
        ) : isOpen ? (
          <PortfolioAsOf holder={holder} clientNumber={clientNumber}>
            <OpenPortfolio holder={holder}>
              {(data) => (
                <MarkedHoldings
                  holder={holder}
                  data={data}
                  file={{ name: `portfolio-${clientNumber}-${data.valuationDay}`, known: null }}
                />
              )}
            </OpenPortfolio>
          </PortfolioAsOf>
        ) : (
          <Button variant="default" onClick={() => setParams({ portfolio: "open" }, { preventScrollReset: true })}>
            {t("admin.client.portfolioOpen")}
          </Button>
        )}
      </Section>
      {isOpen && clientNumber !== null && <MoreOf holder={holder} clientNumber={clientNumber} today={today} />}
    </>
  );
}

function MarkedHoldings({ holder, ...props }: { holder: Holder; data: Portfolio; file: HoldingsFile }) {
  return <HoldingsView {...props} mark={useHoldingMarks(holder)} />;
}

const more = ["allocation", "results", "returns", "income", "sales"] as const;

/** The parts of the client's own page, of the holder instead of who reads; each is loaded when it is opened. */
function MoreOf({ holder, clientNumber, today }: { holder: Holder; clientNumber: string; today: string }) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const part = more.find((one) => one === params.get("part"));
  const pick = (id: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set("part", id);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <ShownHolderProvider value={holder}>
      <SectionPicker
        label={t("admin.client.portfolioParts")}
        sections={more.map((id) => ({
          id,
          label: id === "allocation" ? t("portfolios.allocation.title") : t(`portfolios.page.${id}`),
        }))}
        current={part ?? ""}
        onPick={pick}
      />
      {part === "allocation" && (
        <OpenPortfolio holder={holder}>{(data) => <HolderAllocation holder={holder} data={data} />}</OpenPortfolio>
      )}
      {part === "results" && <ResultsPart today={today} rows={[]} clientNumber={clientNumber} />}
      {part === "returns" && <ReturnsPart today={today} />}
      {part === "income" && <IncomePart />}
      {part === "sales" && <SalesOf holder={holder} today={today} />}
    </ShownHolderProvider>
  );
}

export function OpenPortfolio({ holder, children }: { holder: Holder; children: (data: Portfolio) => ReactNode }) {
  const t = useText();
  const api = useApi();
  const { data, error, isFetching, refetch } = useCall(api.portfolios.getPortfolio, { params: holder });
  if (data)
    return data.instruments.length > 0 ? (
      children(data)
    ) : (
      <Empty icon="portfolio" title={t("admin.client.portfolioEmpty")} />
    );
  if (!error) return <Loading />;
  const isTimeout = error instanceof ApiError && error.code === "timedout";
  return (
    <LoadFailed retry={() => void refetch()} retrying={isFetching}>
      {isTimeout ? t("admin.client.portfolioTimeout") : errorText(t, error)}
    </LoadFailed>
  );
}
