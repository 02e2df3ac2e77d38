/** The last 50 files: what became of each, why it waits, and what a colleague may do about one that was refused. */
import type { PickupFile } from "@portico/api/pickups.ts";
import { useMemo } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { useFileSize } from "../../ui/file-size.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Translate, useText } from "../../ui/text.tsx";
import styles from "./pickups.module.css";
import { nameOf } from "./sources.tsx";

function resultText(t: Translate, { state, reason, waits }: PickupFile): string {
  const parts = [
    t(`admin.pickups.fileState.${state}`),
    ...(reason === null ? [] : [t(`admin.pickups.reason.${reason}`)]),
    ...(waits.length === 0
      ? []
      : [t("admin.pickups.waitsFor", { reasons: waits.map((one) => t(`admin.pickups.waits.${one}`)).join(", ") })]),
  ];
  return parts.join(" · ");
}

export function PickedFiles() {
  const t = useText();
  const query = useCall(useApi().pickups.listFiles, { query: {} });
  const decide = useChange(
    (api, { id, decision }: { id: number; decision: "readAgain" | "setAside" }) =>
      api.pickups[decision]({ params: { id }, body: {} }),
    { onSuccess: () => alert.success(t("admin.pickups.decided")) },
  );
  const columns = useColumns((id, decision) => decide.mutate({ id, decision }));
  return (
    <Section title={t("admin.pickups.files")}>
      {decide.error && <Notice tone="failed">{errorText(t, decide.error)}</Notice>}
      <DataTable
        dense
        label={t("admin.pickups.files")}
        columns={columns}
        rows={query.data}
        rowId={({ id }) => String(id)}
        exportName="picked-up-files"
        empty={<Empty title={t("admin.pickups.filesNone")} />}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
      />
    </Section>
  );
}

function useColumns(decide: (id: number, decision: "readAgain" | "setAside") => void): readonly Column<PickupFile>[] {
  const t = useText();
  const sizeOf = useFileSize();
  return useMemo(
    (): readonly Column<PickupFile>[] => [
      { id: "name", header: t("admin.pickups.file"), value: ({ name }) => name, phone: "title" },
      {
        id: "source",
        header: t("admin.pickups.source"),
        value: ({ source, sourceName }) => nameOf(t, { source, name: sourceName }),
        phone: "key",
      },
      {
        id: "seenAt",
        header: t("admin.pickups.seenAt"),
        value: ({ seenAt }) => seenAt,
        cell: ({ seenAt }) => <RecordTime at={seenAt} />,
        phone: "key",
      },
      {
        id: "bytes",
        header: t("admin.pickups.size"),
        value: ({ bytes }) => bytes,
        cell: ({ bytes }) => sizeOf(bytes),
        numeric: true,
      },
      { id: "result", header: t("admin.pickups.became"), value: (row) => resultText(t, row), phone: "line" },
      {
        id: "imports",
        header: t("admin.pickups.import"),
        value: ({ imports }) => imports.map(({ id }) => id).join(", "),
        sortable: false,
        phone: "line",
        cell: ({ imports }) =>
          imports.map(({ id }) => (
            <LocaleLink key={id} className={styles.link} to={`/admin/imports?id=${id}`}>
              {t("admin.pickups.importLink", { id: String(id) })}
            </LocaleLink>
          )),
      },
      {
        id: "decide",
        header: t("admin.pickups.readAgain"),
        value: () => null,
        control: true,
        sortable: false,
        phone: "line",
        cell: ({ id, name, can }) => (
          <span className={styles.actions}>
            {(["readAgain", "setAside"] as const).map(
              (decision) =>
                can[decision] && (
                  <Button
                    key={decision}
                    size="compact-sm"
                    variant="default"
                    aria-label={`${t(`admin.pickups.${decision}`)}: ${name}`}
                    onClick={() => decide(id, decision)}
                  >
                    {t(`admin.pickups.${decision}`)}
                  </Button>
                ),
            )}
          </span>
        ),
      },
    ],
    [t, sizeOf, decide],
  );
}
