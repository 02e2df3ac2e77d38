/** The accounts at custodians that are linked to a client. */
import type { CustodianAccount } from "@portico/api/custodians.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useMemo } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";

export function HolderAccounts({ holder: { holderType, holderId } }: { holder: Holder }) {
  const t = useText();
  const query = usePages(useApi().custodians.listAccounts, {
    query: { holder_type: holderType, holder_id: holderId, limit: 50 },
  });
  const columns = useColumns();
  return (
    <Section
      title={t("admin.holderCustody.accounts")}
      hint={t("admin.holderCustody.accountsHint")}
      actions={<LocaleLink to="/admin/custodians">{t("admin.holderCustody.all")}</LocaleLink>}
    >
      <DataTable
        dense
        label={t("admin.holderCustody.accounts")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ id }) => String(id)}
        exportName="custodian-accounts"
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        empty={<Empty icon="info" title={t("admin.holderCustody.accountsNone")} />}
      />
      <ShowMore query={query} />
    </Section>
  );
}

function useColumns(): readonly Column<CustodianAccount>[] {
  const t = useText();
  return useMemo(
    () => [
      { id: "number", header: t("admin.custodians.number"), value: ({ number }) => number, phone: "title" },
      {
        id: "custodian",
        header: t("admin.custodians.custodian"),
        value: ({ custodian: { name } }) => name,
        phone: "key",
      },
      { id: "currency", header: t("admin.custodians.currency"), value: ({ currency }) => currency ?? "–" },
      {
        id: "linked",
        header: t("admin.custodians.linked"),
        value: ({ linked_at: at }) => at,
        cell: ({ linked_at: at, linked_by: by, ended_at: ended }) => (
          <>
            {[ended === null ? null : t("admin.custodians.closed"), by].filter(Boolean).join(" · ")}{" "}
            <RecordTime at={at} />
          </>
        ),
        phone: "line",
      },
    ],
    [t],
  );
}
