/** How the file is written: what it makes, its table, numbers and days. */
import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { TriedTable } from "@portico/api/import-mappings.ts";
import { decimalSigns, delimiters, mappedKinds, thousandsSigns } from "@portico/api/imports/mapping-columns.ts";
import { Section } from "../../../ui/section.tsx";
import { useText } from "../../../ui/text.tsx";
import type { Draft } from "./draft.ts";
import own from "./mappings.module.css";

const nameOfSign = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "bar",
  ".": "point",
  "'": "apostrophe",
  " ": "blank",
  "": "none",
} as const;

/** Rows before the data that a file without names of columns may have. */
const mostSkipped = 50;

interface FormatFieldsProps {
  draft: Draft;
  tables: readonly TriedTable[];
  onChange: (part: Partial<Draft>) => void;
}

export function FormatFields({ draft, tables, onChange }: FormatFieldsProps) {
  const t = useText();
  const { numbers, table } = draft;
  const sheets = [
    ...new Set([...tables.flatMap(({ sheet }) => sheet ?? []), ...(draft.sheet === "" ? [] : [draft.sheet])]),
  ];
  return (
    <Section title={t("admin.mappings.format")}>
      <div className={own.fields}>
        <NativeSelect
          label={t("admin.mappings.makes")}
          value={draft.makes}
          onChange={(event) => onChange({ makes: event.currentTarget.value as Draft["makes"] })}
          data={mappedKinds.map((value) => ({ value, label: t(`admin.imports.kind.${value}`) }))}
        />
        <NativeSelect
          label={t("admin.mappings.delimiter")}
          value={draft.delimiter}
          onChange={(event) => onChange({ delimiter: event.currentTarget.value as Draft["delimiter"] })}
          data={delimiters.map((value) => ({
            value,
            label: t(value === "auto" ? "admin.mappings.auto" : `admin.mappings.sign.${nameOfSign[value]}`),
          }))}
        />
        {sheets.length > 0 && (
          <NativeSelect
            label={t("admin.mappings.sheet")}
            value={draft.sheet}
            onChange={(event) => onChange({ sheet: event.currentTarget.value })}
            data={[
              { value: "", label: t("admin.mappings.anySheet") },
              ...sheets.map((value) => ({ value, label: value })),
            ]}
          />
        )}
        <NativeSelect
          label={t("admin.mappings.header")}
          value={table.header}
          onChange={(event) =>
            onChange({ table: { ...table, header: event.currentTarget.value === "none" ? "none" : "names" } })
          }
          data={(["names", "none"] as const).map((value) => ({ value, label: t(`admin.mappings.headerIs.${value}`) }))}
        />
        {table.header === "none" && (
          <NativeSelect
            label={t("admin.mappings.skip")}
            value={String(table.skip)}
            onChange={(event) => onChange({ table: { ...table, skip: Number(event.currentTarget.value) } })}
            data={Array.from({ length: mostSkipped + 1 }, (_, rows) => String(rows))}
          />
        )}
        <NativeSelect
          label={t("admin.mappings.decimal")}
          value={numbers.decimal}
          onChange={(event) =>
            onChange({ numbers: { ...numbers, decimal: event.currentTarget.value as typeof numbers.decimal } })
          }
          data={decimalSigns.map((value) => ({
            value,
            label: t(value === "either" ? "admin.mappings.either" : `admin.mappings.sign.${nameOfSign[value]}`),
          }))}
        />
        {numbers.decimal !== "either" && (
          <NativeSelect
            label={t("admin.mappings.thousands")}
            value={numbers.thousands}
            onChange={(event) =>
              onChange({ numbers: { ...numbers, thousands: event.currentTarget.value as typeof numbers.thousands } })
            }
            data={thousandsSigns
              .filter((value) => value !== numbers.decimal)
              .map((value) => ({ value, label: t(`admin.mappings.sign.${nameOfSign[value]}`) }))}
          />
        )}
        <Textarea
          label={t("admin.mappings.dates")}
          description={t("admin.mappings.datesHint")}
          autosize
          minRows={1}
          value={draft.formats}
          onChange={(event) => onChange({ formats: event.currentTarget.value })}
        />
        <TextInput
          label={t("admin.mappings.zone")}
          description={t("admin.mappings.zoneHint")}
          value={draft.zone}
          onChange={(event) => onChange({ zone: event.currentTarget.value })}
        />
        <Checkbox
          label={t("admin.mappings.brackets")}
          checked={numbers.brackets}
          onChange={(event) => onChange({ numbers: { ...numbers, brackets: event.currentTarget.checked } })}
        />
        <Checkbox
          label={t("admin.mappings.unit")}
          checked={numbers.unit}
          onChange={(event) => onChange({ numbers: { ...numbers, unit: event.currentTarget.checked } })}
        />
      </div>
    </Section>
  );
}
