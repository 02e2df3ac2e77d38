/** Where each of our columns comes from: dragged from the columns of the file, or chosen. */
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import {
  isNumberColumn,
  mappedColumns,
  neededColumns,
  type OurColumn,
  signRules,
} from "@portico/api/imports/mapping-columns.ts";
import { Section } from "../../../ui/section.tsx";
import { useText } from "../../../ui/text.tsx";
import styles from "../imports.module.css";
import {
  type Draft,
  type DraftColumn,
  emptyColumn,
  type Mode,
  modes,
  takeOf,
  usedNames,
  withDropped,
} from "./draft.ts";
import { DragColumns, useColumnDrop } from "./drag-columns.tsx";
import own from "./mappings.module.css";
import { partName } from "./part-name.ts";

interface ColumnFieldsProps {
  draft: Draft;
  /** Those of the file. */
  columns: readonly string[];
  onChange: (part: Partial<Draft>) => void;
}

export function ColumnFields({ draft, columns, onChange }: ColumnFieldsProps) {
  const t = useText();
  const needed: readonly OurColumn[] = neededColumns[draft.makes];
  const all: readonly OurColumn[] = mappedColumns[draft.makes];
  const ordered = [...needed, ...all.filter((column) => !needed.includes(column))];
  return (
    <Section title={t("admin.mappings.columns")} hint={t("admin.mappings.columnsHint")}>
      <DragColumns columns={columns} used={usedNames(draft)} />
      {ordered.map((column) => (
        <OneColumn
          key={column}
          column={column}
          isNeeded={needed.includes(column)}
          value={draft.columns[column] ?? emptyColumn}
          columns={columns}
          onChange={(part) =>
            onChange({
              columns: { ...draft.columns, [column]: { ...(draft.columns[column] ?? emptyColumn), ...part } },
            })
          }
        />
      ))}
    </Section>
  );
}

interface OneColumnProps {
  column: OurColumn;
  isNeeded: boolean;
  value: DraftColumn;
  columns: readonly string[];
  onChange: (part: Partial<DraftColumn>) => void;
}

function OneColumn({ column, isNeeded, value, columns, onChange }: OneColumnProps) {
  const t = useText();
  const { mode } = value;
  const label = partName(t, column);
  const drop = useColumnDrop((name) => onChange(withDropped(value, name)));
  const offered = modes.filter(
    (one) =>
      (one !== "kept" || value.kept !== undefined) &&
      (one !== "difference" || isNumberColumn(column)) &&
      (one !== "none" || !isNeeded || mode === "none"),
  );
  return (
    <fieldset className={own.group} {...drop}>
      <legend>{label}</legend>
      <div className={own.fields}>
        <NativeSelect
          label={t("admin.mappings.from")}
          value={mode}
          onChange={(event) => onChange({ mode: event.currentTarget.value as Mode })}
          data={offered.map((one) => ({
            value: one,
            label: t(one === "none" && isNeeded ? "admin.mappings.mode.choose" : `admin.mappings.mode.${one}`),
          }))}
        />
        {mode === "constant" && (
          <TextInput
            label={t("admin.mappings.value")}
            value={value.value}
            onChange={(event) => onChange({ value: event.currentTarget.value })}
          />
        )}
        {mode !== "none" && mode !== "constant" && mode !== "kept" && (
          <FileColumn
            label={t(mode === "difference" ? "admin.mappings.credit" : "admin.mappings.fileColumn")}
            value={value.name}
            columns={columns}
            onChange={(name) => onChange({ name })}
          />
        )}
        {(mode === "column" || mode === "difference") && (
          <FileColumn
            label={t(mode === "difference" ? "admin.mappings.debit" : "admin.mappings.otherwise")}
            value={value.other}
            columns={columns}
            onChange={(other) => onChange({ other })}
          />
        )}
        {mode === "part" && (
          <>
            <TextInput
              label={t("admin.mappings.divider")}
              value={value.divider}
              onChange={(event) => onChange({ divider: event.currentTarget.value })}
            />
            <TextInput
              label={t("admin.mappings.partNumber")}
              value={value.part}
              inputMode="numeric"
              onChange={(event) => onChange({ part: event.currentTarget.value })}
            />
          </>
        )}
        {mode === "text" && (
          <Textarea
            label={t("admin.mappings.templates")}
            description={t("admin.mappings.templatesHint", { name: `{${takeOf(column)}}` })}
            autosize
            minRows={1}
            value={value.value}
            onChange={(event) => onChange({ value: event.currentTarget.value })}
          />
        )}
        {isNumberColumn(column) && mode !== "none" && mode !== "constant" && mode !== "kept" && (
          <NativeSelect
            label={t("admin.mappings.signs")}
            value={value.sign}
            onChange={(event) => onChange({ sign: event.currentTarget.value as DraftColumn["sign"] })}
            data={signRules.map((one) => ({ value: one, label: t(`admin.mappings.signRule.${one}`) }))}
          />
        )}
      </div>
      {mode === "kept" && <p className={styles.small}>{t("admin.mappings.keptHint")}</p>}
    </fieldset>
  );
}

interface FileColumnProps {
  label: string;
  value: string;
  columns: readonly string[];
  onChange: (name: string) => void;
}

/** A choice of the file's columns; one that this file does not have stays chosen. */
export function FileColumn({ label, value, columns, onChange }: FileColumnProps) {
  const names = value === "" || columns.includes(value) ? columns : [value, ...columns];
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: "", label: "–" }, ...names.map((name) => ({ value: name, label: name }))]}
    />
  );
}
