/** Held instruments that lack a price, an ISIN or a fact. */
import type { InstrumentGap } from "@portico/api/data-quality.ts";
import type { InstrumentCheck } from "@portico/api/rules/data-checks.ts";
import { useMemo } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { RecordDay } from "../../ui/dates.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { CheckList } from "./check-list.tsx";

const mend = {
  prices: { to: "/admin/imports", label: "admin.nav.imports" },
  isins: { to: "/admin/imports", label: "admin.nav.imports" },
  facts: { to: "/admin/instruments", label: "admin.nav.instruments" },
} as const;

export function InstrumentList({ check }: { check: InstrumentCheck }) {
  const query = usePages(useApi().dataQuality.listInstruments, { query: { check, limit: 100 } });
  return (
    <CheckList
      check={check}
      columns={useColumns()}
      rows={query.data?.rows}
      rowId={({ id }) => String(id)}
      query={query}
      mend={mend[check]}
    >
      <ShowMore query={query} />
    </CheckList>
  );
}

const pageOf = ({ isin, name }: InstrumentGap): string =>
  `/admin/instruments?${new URLSearchParams({ search: (isin ?? name).slice(0, 60).trim() })}`;

function useColumns(): readonly Column<InstrumentGap>[] {
  const t = useText();
  return useMemo(
    (): readonly Column<InstrumentGap>[] => [
      {
        id: "name",
        header: t("admin.instruments.name"),
        value: ({ name }) => name,
        cell: (one) => <LocaleLink to={pageOf(one)}>{one.name}</LocaleLink>,
        phone: "title",
      },
      { id: "ticker", header: t("admin.instruments.ticker"), value: ({ ticker }) => ticker, phone: "key" },
      { id: "isin", header: "ISIN", value: ({ isin }) => isin, cell: ({ isin }) => isin ?? "–", phone: "key" },
      {
        id: "class",
        header: t("admin.instruments.class"),
        value: ({ asset_class: name }) => t(`admin.instruments.class.${name}`),
      },
      { id: "currency", header: t("admin.dataQuality.currency"), value: ({ currency }) => currency, phone: "key" },
      {
        id: "quoted",
        header: t("admin.dataQuality.lastPrice"),
        value: ({ quoted }) => quoted,
        cell: ({ quoted }) => (quoted === null ? t("admin.dataQuality.never") : <RecordDay day={quoted} />),
        phone: "key",
      },
    ],
    [t],
  );
}
