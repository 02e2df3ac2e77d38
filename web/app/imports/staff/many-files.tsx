/** Files that were read together: what each is, and the way to its preview. */
import { useMemo } from "react";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatQuantity } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { ImportState } from "./import-state.tsx";
import { recognisedText } from "./recognised.ts";
import type { ManyFile, ReadImport } from "./use-read-many.ts";

interface Row {
  key: string;
  name: string;
  read: ReadImport | undefined;
  /** Of a file without an import. */
  text: string | undefined;
}

function useRows(files: readonly ManyFile[]): Row[] {
  const t = useText();
  return useMemo(
    () =>
      files.flatMap(({ key, name, state, imports, fault }): Row[] => [
        ...imports.map((read) => ({ key: `${key} ${read.id}`, name: read.fileName, read, text: undefined })),
        ...(state === "read" && fault === undefined
          ? []
          : [
              {
                key,
                name,
                read: undefined,
                text: fault ?? t(`admin.imports.many.${state === "read" ? "unread" : state}`),
              },
            ]),
      ]),
    [files, t],
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(
    (): Column<Row>[] => [
      {
        id: "name",
        header: t("admin.imports.file"),
        value: ({ name }) => name,
        cell: ({ name, read }) => (read ? <LocaleLink to={`/admin/imports?id=${read.id}`}>{name}</LocaleLink> : name),
        phone: "title",
      },
      {
        id: "recognised",
        header: t("admin.imports.many.recognised"),
        value: ({ read }) => read && (recognisedText(t, read) || t("admin.imports.many.nothing")),
        phone: "line",
      },
      {
        id: "result",
        header: t("admin.imports.many.result"),
        value: ({ read, text }) => (read ? t(`admin.imports.state.${read.state}`) : text),
        cell: ({ read, text }) => (read ? <ImportState state={read.state} /> : text),
        phone: "key",
      },
      {
        id: "newRows",
        header: t("admin.imports.newRows"),
        numeric: true,
        value: ({ read }) => read?.newRows,
        cell: ({ read }) => read && formatQuantity(language, read.newRows),
      },
      {
        id: "refusedRows",
        header: t("admin.imports.refusedRows"),
        numeric: true,
        value: ({ read }) => read?.refusedRows,
        cell: ({ read }) => read && formatQuantity(language, read.refusedRows),
      },
    ],
    [t, language],
  );
}

export function ManyFiles({ files, onAgain }: { files: readonly ManyFile[]; onAgain: () => void }) {
  const t = useText();
  const rows = useRows(files);
  const done = files.filter(({ state }) => state === "read").length;
  const columns = useColumns();
  return (
    <Section
      title={t("admin.imports.many")}
      actions={
        done === files.length && (
          <Button variant="default" size="sm" onClick={onAgain}>
            {t("admin.imports.many.again")}
          </Button>
        )
      }
    >
      <output>{t("admin.imports.many.progress", { done, total: files.length })}</output>
      <DataTable
        dense
        label={t("admin.imports.many")}
        columns={columns}
        rows={rows}
        rowId={({ key }) => key}
        exportName="files"
      />
    </Section>
  );
}
