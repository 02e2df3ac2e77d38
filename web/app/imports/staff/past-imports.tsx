/** Earlier imports, newest first. */
import type { ListedImport } from "@portico/api/imports.ts";
import { useMemo } from "react";
import { inLanguage } from "../../shell/navigation/locale-link.tsx";
import { useLastVisit } from "../../shell/staff/last-visit.ts";
import { NewMark, NewSinceLastVisit } from "../../shell/staff/new-since-last-visit.tsx";
import { tablePages } from "../../shell/table-pages.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { formatQuantity } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { ImportState } from "./import-state.tsx";
import styles from "./imports.module.css";
import { useImports } from "./use-imports.ts";

function useColumns(lastVisit: string | undefined): Column<ListedImport>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(() => {
    const count = (id: "rows" | "newRows" | "refusedRows"): Column<ListedImport> => ({
      id,
      header: t(`admin.imports.${id}`),
      numeric: true,
      value: (row) => row[id],
      cell: (row) => formatQuantity(language, row[id]),
      ...(id === "newRows" && { phone: "key" }),
    });
    return [
      {
        id: "fileName",
        header: t("admin.imports.file"),
        value: (row) => row.fileName,
        cell: (row) => (
          <>
            <NewMark time={row.confirmed_at ?? row.created_at} last={lastVisit} />
            <span className={styles.fileName}>{row.fileName}</span>
          </>
        ),
        phone: "title",
      },
      {
        id: "holders",
        header: t("admin.imports.holder"),
        value: ({ holders, holderCount }) =>
          holders.map(({ name }) => name).join(", ") +
          (holderCount > holders.length ? t("admin.assign.andMore", { count: holderCount - holders.length }) : ""),
        phone: "line",
      },
      {
        id: "kind",
        header: t("admin.imports.entryKind"),
        value: (row) => t(`admin.imports.kind.${row.kind}`),
        phone: "line",
      },
      {
        id: "format",
        header: t("admin.imports.format"),
        value: (row) => row.message ?? (row.format && t(`admin.imports.format.${row.format}`)),
      },
      {
        id: "state",
        header: t("admin.imports.stateLabel"),
        value: (row) => t(`admin.imports.state.${row.state}`),
        cell: (row) => <ImportState state={row.state} />,
        phone: "key",
      },
      count("rows"),
      count("newRows"),
      count("refusedRows"),
      {
        id: "created_at",
        header: t("admin.imports.at"),
        value: (row) => row.created_at,
        cell: (row) => <RecordTime at={row.created_at} />,
        phone: "line",
      },
      { id: "created_by", header: t("admin.imports.by"), value: (row) => row.created_by },
    ];
  }, [t, language, lastVisit]);
}

export function PastImports() {
  const t = useText();
  const language = useLanguage();
  const lastVisit = useLastVisit("imports");
  const query = useImports();
  const columns = useColumns(lastVisit);
  const rows = query.data?.rows;
  return (
    <Section title={t("admin.imports.past")}>
      <NewSinceLastVisit
        times={rows?.map(({ confirmed_at, created_at }) => confirmed_at ?? created_at)}
        last={lastVisit}
      />
      <DataTable
        dense
        label={t("admin.imports.past")}
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        linkTo={(row) => inLanguage(language, `/admin/imports?id=${row.id}`)}
        {...tablePages(t, query)}
        empty={
          <Empty icon="download" title={t("admin.imports.none")}>
            {t("admin.firstSteps.imports")}
          </Empty>
        }
      />
    </Section>
  );
}
