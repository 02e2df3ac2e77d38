/** What was sold in the page's range, with its cost by lots or on average, and closed positions. */
import { type CostMethod, costMethods } from "@portico/api/rules/cost-methods.ts";
import { presetRange } from "@portico/api/rules/portfolio-ranges.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Empty, LoadFailed, Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { RangePicker } from "../performance/range-picker.tsx";
import type { DayRange } from "../performance/ranges.ts";
import { useRange } from "../performance/use-range.ts";
import { refetchMs } from "../portfolio-state.ts";
import { ClosedTable } from "./closed-table.tsx";
import { SaleLots } from "./sale-lots.tsx";
import styles from "./sales.module.css";
import { SalesTable, saleKey } from "./sales-table.tsx";

/** The method is in the address, like the range. */
function useMethod(): [CostMethod, (method: CostMethod) => void] {
  const [search, setSearch] = useSearchParams();
  const setMethod = (method: CostMethod) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set("method", method);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [costMethods.find((each) => each === search.get("method")) ?? "fifo", setMethod];
}

export function RealisedSales({ holder, today }: { holder: Holder; today: string }) {
  const t = useText();
  const [range, setRange] = useRange(today);
  const [method, setMethod] = useMethod();
  return (
    <Section title={t("portfolios.page.sales")}>
      <RangePicker key={range.preset} range={range} onChange={setRange} today={today} />
      <SectionPicker
        label={t("portfolios.sales.method")}
        sections={costMethods.map((id) => ({ id, label: t(`portfolios.sales.${id}`) }))}
        current={method}
        onPick={(id) => setMethod(id as CostMethod)}
      />
      <Realised holder={holder} range={range} method={method} onWiden={() => setRange(presetRange("all", today))} />
    </Section>
  );
}

interface RealisedProps {
  holder: Holder;
  range: DayRange;
  method: CostMethod;
  onWiden: () => void;
}

function Realised({ holder, range, method, onWiden }: RealisedProps) {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const [open, setOpen] = useState<string>();
  const { from, to, preset } = range;
  const { data, error, isFetching, refetch } = useCall(
    api.portfolios.getSales,
    { params: { ...holder, from, to }, query: { method } },
    { staleTime: refetchMs },
  );
  if (!data && error)
    return (
      <LoadFailed retry={() => void refetch()} retrying={isFetching}>
        {errorText(t, error)}
      </LoadFailed>
    );
  if (!data) return <Loading />;
  if (data.reason)
    return <Empty title={t("portfolios.sales.notProvided")}>{t("portfolios.sales.notProvidedExplain")}</Empty>;
  const day = (of: string) => formatDay(language, of);
  const first = preset === "all" ? (data.sales.at(-1)?.day ?? from) : from;
  const sale = data.sales.find((row) => saleKey(row) === open);
  const openings = data.openings.map(({ name, since }) => t("portfolios.sales.opening", { name, day: day(since) }));
  return (
    <div className={styles.sales}>
      {data.count > 0 && (
        <>
          <p>{t("portfolios.sales.range", { from: day(first), to: day(to), currency: data.contractCurrency })}</p>
          <p className="small">{t(data.feesInCost ? "portfolios.sales.feesIn" : "portfolios.sales.feesOut")}</p>
        </>
      )}
      {openings.length > 0 && <Notice>{t("portfolios.sales.openings", { list: openings.join(", ") })}</Notice>}
      {data.listedFrom && (
        <Notice>{t("portfolios.sales.listedFrom", { count: data.count, day: day(data.listedFrom) })}</Notice>
      )}
      <SalesTable
        data={data}
        range={range}
        onOpen={(row) => setOpen(saleKey(row))}
        empty={
          <Empty
            title={t("portfolios.sales.none")}
            action={
              preset !== "all" && (
                <Button variant="default" onClick={onWiden}>
                  {t("portfolios.entry.widen")}
                </Button>
              )
            }
          />
        }
      />
      {data.closed.length > 0 && (
        <>
          <h3>{t("portfolios.closed.title")}</h3>
          <p className="small">{t("portfolios.closed.hint")}</p>
          <ClosedTable data={data} range={range} />
        </>
      )}
      <Sheet opened={sale !== undefined} onClose={() => setOpen(undefined)} title={sale?.name ?? ""} size="40rem">
        {sale && <SaleLots sale={sale} contractCurrency={data.contractCurrency} />}
      </Sheet>
    </div>
  );
}
