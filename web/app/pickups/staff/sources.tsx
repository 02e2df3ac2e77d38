/** The list of sources: state, last look, last file, and a look now. */
import type { PickupState } from "@portico/api/pickups.ts";
import { useMemo } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { formatDay } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Language, type Translate, useLanguage, useText } from "../../ui/text.tsx";

/** The custodian's name, or what a source of quotes is called. */
export const nameOf = (t: Translate, { source, name }: { source: string; name: string | null }): string =>
  name ?? t(source === "prices" ? "admin.pickups.source.prices" : "admin.pickups.source.ecb");

export function stateText(t: Translate, language: Language, state: PickupState): string {
  const { isOn, failure, failures, lateOn, lookedAt, hasSecret } = state;
  if (!isOn) return t("admin.pickups.state.off");
  const parts = [
    ...(failure === null
      ? []
      : [t("admin.pickups.state.failed", { reason: t(`admin.pickups.failure.${failure}`), count: failures })]),
    ...(hasSecret === false && failure === null ? [t("admin.pickups.failure.noSecret")] : []),
    ...(lateOn === null ? [] : [t("admin.pickups.state.late", { day: formatDay(language, lateOn) })]),
  ];
  if (parts.length > 0) return parts.join(" · ");
  return t(lookedAt === null ? "admin.pickups.state.never" : "admin.pickups.state.fine");
}

interface Query {
  data?: { sources: PickupState[]; can: { look: boolean } } | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

export function Sources({ query }: { query: Query }) {
  const t = useText();
  const look = useChange((api, source: string) => api.pickups.look({ body: { source } }), {
    onSuccess: () => alert.success(t("admin.pickups.lookQueued")),
  });
  const columns = useColumns(query.data?.can.look ? (source) => look.mutate(source) : undefined);
  return (
    <Section title={t("admin.pickups.sources")}>
      {look.error && <Notice tone="failed">{errorText(t, look.error)}</Notice>}
      <DataTable
        dense
        label={t("admin.pickups.sources")}
        columns={columns}
        rows={query.data?.sources}
        rowId={({ source }) => source}
        exportName="pickup-sources"
        empty={<Empty title={t("admin.pickups.none")}>{t("admin.pickups.noneExplain")}</Empty>}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
      />
    </Section>
  );
}

function useColumns(look: ((source: string) => void) | undefined): readonly Column<PickupState>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(
    (): readonly Column<PickupState>[] => [
      { id: "source", header: t("admin.pickups.source"), value: (row) => nameOf(t, row), phone: "title" },
      { id: "address", header: t("admin.pickups.address"), value: ({ address }) => address, wideOnly: true },
      {
        id: "state",
        header: t("admin.pickups.state"),
        value: (row) => stateText(t, language, row),
        cell: (row) => <StateCell row={row} />,
        phone: "line",
      },
      {
        id: "lookedAt",
        header: t("admin.pickups.lookedAt"),
        value: ({ lookedAt }) => lookedAt,
        cell: ({ lookedAt }) => (lookedAt === null ? "–" : <RecordTime at={lookedAt} />),
        phone: "key",
      },
      {
        id: "lastFileAt",
        header: t("admin.pickups.lastFile"),
        value: ({ lastFileAt }) => lastFileAt,
        cell: ({ lastFileAt }) => (lastFileAt === null ? "–" : <RecordTime at={lastFileAt} />),
        phone: "key",
      },
      { id: "expectedBy", header: t("admin.pickups.expected"), value: ({ expectedBy }) => expectedBy ?? "–" },
      {
        id: "booking",
        header: t("admin.pickups.booking"),
        value: ({ automatic }) => t(automatic ? "admin.pickups.booking.automatic" : "admin.pickups.booking.person"),
      },
      { id: "waiting", header: t("admin.pickups.waiting"), value: ({ waiting }) => waiting, numeric: true },
      ...(look
        ? [
            {
              id: "look",
              header: t("admin.pickups.look"),
              value: () => null,
              control: true,
              sortable: false,
              phone: "line",
              cell: (row) =>
                row.isOn && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${t("admin.pickups.look")}: ${nameOf(t, row)}`}
                    onClick={() => look(row.source)}
                  >
                    {t("admin.pickups.look")}
                  </Button>
                ),
            } satisfies Column<PickupState>,
          ]
        : []),
    ],
    [t, language, look],
  );
}

/** The reason, with the technical words of what failed. */
function StateCell({ row }: { row: PickupState }) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      {stateText(t, language, row)}
      {row.isOn && row.failureDetail !== null && (
        <>
          {" "}
          <small lang="en">{row.failureDetail}</small>
        </>
      )}
    </>
  );
}
