/** Tools above a table: sorting for phones, which show no headers; export; the page's own tools. */

import { useState } from "react";
import { Button } from "./button.tsx";
import styles from "./data-table.module.css";
import { Icon } from "./icon.tsx";
import type { Column, Sorting } from "./table-column.ts";
import { useLanguage, useText } from "./text.tsx";

interface TableToolsProps<Row> extends Sorting {
  label: string;
  columns: readonly Column<Row>[];
  sorted: Row[];
  exportName?: string | ((rows: readonly Row[]) => string) | undefined;
  exportRows?: (() => Promise<readonly Row[] | null>) | undefined;
}

export function TableTools<Row>({
  columns,
  sorted,
  sort,
  setSort,
  exportName,
  exportRows,
  label,
}: TableToolsProps<Row>) {
  const t = useText();
  const language = useLanguage();
  const [exporting, setExporting] = useState(false);
  const sortable = columns.filter((column) => column.sortable !== false && !column.phoneOnly);

  async function download(name: NonNullable<typeof exportName>) {
    setExporting(true);
    try {
      const rows = exportRows ? await exportRows() : sorted;
      const { exportCsv } = await import("./export-csv.ts");
      if (rows) exportCsv(language, typeof name === "string" ? name : name(rows), columns, rows);
    } finally {
      setExporting(false);
    }
  }

  return (
    <div className={styles.tools} data-no-print>
      {sortable.length > 0 && (
        <label className={styles.phoneSort}>
          <span>{t("ui.table.sortBy")}</span>
          <select
            value={sort ? `${sort.column}:${sort.descending}` : ""}
            aria-label={`${t("ui.table.sortBy")}: ${label}`}
            onChange={(event) => {
              const [column = "", descending] = event.target.value.split(":");
              if (column) setSort({ column, descending: descending === "true" });
            }}
          >
            {!sort && <option value="">{t("ui.table.unsorted")}</option>}
            {sortable.flatMap((column) =>
              [false, true].map((descending) => (
                <option key={`${column.id}:${descending}`} value={`${column.id}:${descending}`}>
                  {column.header} {descending ? "↓" : "↑"}
                </option>
              )),
            )}
          </select>
        </label>
      )}
      {exportName && (
        <Button
          variant="subtle"
          size="sm"
          loading={exporting}
          leftSection={<Icon name="download" size={16} />}
          onClick={() => void download(exportName)}
        >
          {t("ui.action.exportCsv")}
        </Button>
      )}
    </div>
  );
}
