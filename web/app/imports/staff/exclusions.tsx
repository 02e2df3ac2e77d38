/** Instruments that cannot be booked: staff exclude them by name, and see what was excluded. */
import { Checkbox, FileButton } from "@mantine/core";
import type { ExcludedInstrument, ImportPreview } from "@portico/api/imports.ts";
import { useMemo, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatMoney, formatQuantity } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./imports.module.css";
import { fileTypes } from "./read-file.ts";

interface ExcludeFormProps {
  preview: ImportPreview;
  /** undefined if the file is no longer available. */
  onReadAgain: ((keys: readonly string[]) => void) | undefined;
  onChooseAgain: (file: File, keys: readonly string[]) => void;
  reading: boolean;
}

/** Keys already excluded in a preview. */
export const excludedKeys = ({ excluded }: ImportPreview): string[] => [...new Set(excluded.map(({ key }) => key))];

export function ExcludeForm({ preview, onReadAgain, onChooseAgain, reading }: ExcludeFormProps) {
  const t = useText();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { excludable } = preview;
  if (excludable.length === 0) return null;
  const all = [...excludedKeys(preview), ...chosen];
  return (
    <Section title={t("admin.imports.exclude")} hint={t("admin.imports.excludeHint")}>
      <div className={styles.lines}>
        <Checkbox.Group value={[...chosen]} onChange={setChosen} label={t("admin.imports.exclude")} labelProps={hidden}>
          {excludable.map(({ key, name, category, rows }) => (
            <Checkbox
              key={key}
              value={key}
              mt="xs"
              label={t("admin.imports.excludeRow", { name, category: category ?? key, count: rows })}
            />
          ))}
        </Checkbox.Group>
        <div className={styles.actions}>
          <Button
            variant="default"
            size="sm"
            disabled={chosen.length === excludable.length}
            onClick={() => setChosen(excludable.map(({ key }) => key))}
          >
            {t("admin.imports.excludeAll")}
          </Button>
          {onReadAgain ? (
            <Button size="sm" loading={reading} disabled={chosen.length === 0} onClick={() => onReadAgain(all)}>
              {t("admin.imports.excludeAgain")}
            </Button>
          ) : (
            <FileButton accept={fileTypes} onChange={(file) => file && onChooseAgain(file, all)}>
              {(props) => (
                <Button {...props} size="sm" loading={reading} disabled={chosen.length === 0}>
                  {t("admin.imports.chooseAgain")}
                </Button>
              )}
            </FileButton>
          )}
        </div>
        {!onReadAgain && <p className={styles.small}>{t("admin.imports.excludeNoFile")}</p>}
      </div>
    </Section>
  );
}

/** The section's heading is the group's visible label. */
const hidden = { className: "visually-hidden" };

export function Excluded({ preview }: { preview: ImportPreview }) {
  const t = useText();
  const columns = useColumns();
  if (preview.excluded.length === 0) return null;
  return (
    <Section title={t("admin.imports.excluded")}>
      <DataTable
        dense
        label={t("admin.imports.excluded")}
        columns={columns}
        rows={preview.excluded}
        rowId={({ account, key }) => `${account} ${key}`}
      />
    </Section>
  );
}

function useColumns(): Column<ExcludedInstrument>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(
    () => [
      { id: "name", header: t("admin.imports.instrument"), value: ({ name }) => name, phone: "title" },
      { id: "kind", header: t("admin.imports.entryKind"), value: ({ category }) => category ?? "", phone: "line" },
      { id: "account", header: t("admin.imports.account"), value: ({ account }) => account, phone: "line" },
      { id: "rows", header: t("admin.imports.excludedRows"), numeric: true, value: ({ rows }) => rows },
      {
        id: "quantity",
        header: t("admin.imports.excludedPosition"),
        numeric: true,
        value: ({ quantity }) => quantity,
        cell: ({ quantity }) => quantity !== null && formatQuantity(language, quantity),
        phone: "key",
      },
      {
        id: "cash",
        header: t("admin.imports.excludedCash"),
        numeric: true,
        value: ({ cash }) => cash.map(({ amount, currency }) => `${amount} ${currency}`).join(", "),
        cell: ({ cash }) => cash.map(({ amount, currency }) => formatMoney(language, amount, currency)).join(", "),
        phone: "key",
      },
    ],
    [t, language],
  );
}
