/** Account numbers of files that nobody has: a list to work off. */
import type { Custodian, UnknownAccount } from "@portico/api/custodians.ts";
import { useMemo, useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { AccountDialog } from "./account-dialog.tsx";

export function UnknownAccounts({ custodians, mayLink }: { custodians: readonly Custodian[]; mayLink: boolean }) {
  const t = useText();
  const query = usePages(useApi().custodians.listUnknownAccounts, { query: { limit: 100 } });
  const [chosen, setChosen] = useState<UnknownAccount>();
  const columns = useColumns(mayLink ? setChosen : undefined);
  return (
    <Section title={t("admin.custodians.unknown")} hint={t("admin.custodians.unknownHint")}>
      <DataTable
        dense
        label={t("admin.custodians.unknown")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ id }) => String(id)}
        exportName="unknown-accounts"
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        empty={<Empty icon="check" title={t("admin.custodians.unknownNone")} />}
      />
      <ShowMore query={query} />
      {chosen && (
        <AccountDialog
          given={{ custodian: chosen.custodian?.id ?? null, number: chosen.number }}
          custodians={custodians}
          onClose={() => setChosen(undefined)}
        />
      )}
    </Section>
  );
}

function useColumns(choose: ((one: UnknownAccount) => void) | undefined): readonly Column<UnknownAccount>[] {
  const t = useText();
  return useMemo(
    () => [
      { id: "number", header: t("admin.custodians.number"), value: ({ number }) => number, phone: "title" },
      {
        id: "custodian",
        header: t("admin.custodians.custodian"),
        value: ({ custodian }) => custodian?.name ?? "–",
        phone: "key",
      },
      { id: "files", header: t("admin.custodians.files"), value: ({ files }) => files, numeric: true, phone: "key" },
      { id: "entries", header: t("admin.custodians.entries"), value: ({ entries }) => entries, numeric: true },
      {
        id: "last",
        header: t("admin.custodians.lastSeen"),
        value: ({ last_seen_at: at }) => at,
        cell: ({ last_file: file, last_seen_at: at }) => (
          <>
            {file} · <RecordTime at={at} />
          </>
        ),
        phone: "line",
      },
      {
        id: "first",
        header: t("admin.custodians.firstSeen"),
        value: ({ first_seen_at: at }) => at,
        cell: ({ first_seen_at: at }) => <RecordTime at={at} />,
        wideOnly: true,
      },
      ...(choose
        ? [
            {
              id: "whose",
              header: t("admin.custodians.whose"),
              value: () => null,
              control: true,
              sortable: false,
              phone: "line" as const,
              cell: (one: UnknownAccount) => (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`${t("admin.custodians.whose")}: ${one.number}`}
                  onClick={() => choose(one)}
                >
                  {t("admin.custodians.whose")}
                </Button>
              ),
            },
          ]
        : []),
    ],
    [t, choose],
  );
}
