/** Clients whose cash or units are below zero; each leads to the portfolio. */
import type { BelowZero } from "@portico/api/data-quality.ts";
import { useMemo } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { formatExact } from "../../ui/format.ts";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { CheckList } from "./check-list.tsx";
import { ClientLink } from "./client-link.tsx";

export function BelowZeroList({ check }: { check: "cash" | "units" }) {
  const query = usePages(useApi().dataQuality.listBelowZero, { query: { check, limit: 100 } });
  return (
    <CheckList
      check={check}
      columns={useColumns(check)}
      rows={query.data?.rows}
      rowId={({ holder, currency, instrument }) =>
        `${holder.holder_type}/${holder.holder_id} ${instrument?.id ?? currency}`
      }
      query={query}
    >
      <ShowMore query={query} />
    </CheckList>
  );
}

function useColumns(check: "cash" | "units"): readonly Column<BelowZero>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(
    (): readonly Column<BelowZero>[] => [
      {
        id: "client",
        header: t("admin.dataQuality.client"),
        value: ({ holder }) => holder.name,
        cell: ({ holder }) => <ClientLink holder={holder} section="portfolio" />,
        phone: "title",
      },
      ...(check === "units"
        ? [
            {
              id: "instrument",
              header: t("admin.instruments.name"),
              value: ({ instrument }: BelowZero) => instrument?.name,
              phone: "line" as const,
            },
          ]
        : []),
      {
        id: "amount",
        header: t(check === "cash" ? "admin.dataQuality.amount" : "admin.dataQuality.quantity"),
        value: ({ amount }) => amount,
        cell: ({ amount }) => formatExact(language, amount),
        numeric: true,
        phone: "key",
      },
      { id: "currency", header: t("admin.dataQuality.currency"), value: ({ currency }) => currency, phone: "key" },
    ],
    [t, language, check],
  );
}
