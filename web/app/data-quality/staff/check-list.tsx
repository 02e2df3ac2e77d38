/** The list of a check: its rows page by page, and where they are mended. */
import type { DataCheck } from "@portico/api/rules/data-checks.ts";
import type { ReactNode } from "react";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type PlainKey, useText } from "../../ui/text.tsx";

interface CheckListProps<Row> {
  check: DataCheck;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Where all of them are mended, if that is one page. */
  mend?: { to: string; label: PlainKey };
  /** The button for more rows. */
  children?: ReactNode;
}

export function CheckList<Row>({ check, columns, rows, rowId, query, mend, children }: CheckListProps<Row>) {
  const t = useText();
  const title = t(`admin.dataQuality.${check}`);
  return (
    <Section
      title={title}
      hint={t(`admin.dataQuality.${check}.hint` as PlainKey)}
      actions={mend && <LocaleLink to={mend.to}>{t(mend.label)}</LocaleLink>}
    >
      <DataTable
        dense
        label={title}
        columns={columns}
        rows={rows}
        rowId={rowId}
        exportName={`data-quality-${check}`}
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        empty={<Empty icon="check" title={t("admin.dataQuality.none")} />}
      />
      {children}
    </Section>
  );
}
