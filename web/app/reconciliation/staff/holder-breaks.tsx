/** What of a client's holdings does not agree with the custodian, with what can be done about it; nothing if all agrees. */
import type { Holder } from "@portico/api/shapes.ts";
import { useMemo } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useBreakColumns } from "./break-columns.tsx";

export function HolderBreaks({ holder: { holderType, holderId } }: { holder: Holder }) {
  const t = useText();
  const query = usePages(useApi().reconciliation.listBreaks, {
    query: { holder_type: holderType, holder_id: holderId, limit: 50 },
  });
  const all = useBreakColumns();
  // The client is the page's; of a phone's card the holding is then the title.
  const columns = useMemo(
    () =>
      all
        .filter(({ id }) => id !== "client")
        .map((column) => (column.id === "name" ? { ...column, phone: "title" as const } : column)),
    [all],
  );
  if (!query.error && (query.data?.rows ?? []).length === 0) return null;
  return (
    <Section title={t("admin.holderCustody.breaks")}>
      <DataTable
        dense
        label={t("admin.holderCustody.breaks")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ id }) => String(id)}
        exportName="breaks"
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
      />
      <ShowMore query={query} />
    </Section>
  );
}
