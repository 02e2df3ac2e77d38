/** The rows because of which a file is refused, with line and reason. */
import type { ImportPreview, ImportRefusal } from "@portico/api/imports.ts";
import { useMemo } from "react";
import { DataTable } from "../../ui/data-table.tsx";
import { Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { refusalText } from "./refusal-text.ts";

interface Numbered {
  key: string;
  refusal: ImportRefusal;
}

export function Refusals({ preview }: { preview: ImportPreview }) {
  const t = useText();
  const rows = useMemo(
    () => preview.refusals.map((refusal, index): Numbered => ({ key: String(index), refusal })),
    [preview.refusals],
  );
  const columns = useMemo(
    (): Column<Numbered>[] => [
      {
        id: "line",
        header: t("admin.imports.line"),
        value: ({ refusal }) => refusal.line,
        cell: ({ refusal }) => refusal.line ?? t("admin.imports.wholeFile"),
        phone: "line",
      },
      { id: "account", header: t("admin.imports.account"), value: ({ refusal }) => refusal.account, phone: "line" },
      {
        id: "reason",
        header: t("admin.imports.reason"),
        value: ({ refusal }) => refusalText(t, refusal, preview.kind),
        phone: "title",
      },
    ],
    [t, preview.kind],
  );
  if (rows.length === 0) return null;
  const shown = rows.length;
  const total = preview.refusedRows;
  return (
    <Section
      title={t("admin.imports.refusals")}
      hint={total > shown ? t("admin.imports.refusalsMore", { shown, total }) : undefined}
    >
      <DataTable
        dense
        label={t("admin.imports.refusals")}
        columns={columns}
        rows={rows}
        rowId={(row) => row.key}
        exportName={`refusals-${preview.id}`}
      />
    </Section>
  );
}
