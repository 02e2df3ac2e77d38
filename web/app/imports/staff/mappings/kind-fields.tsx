/** The table of kinds: which value of the file is which kind of entry. */
import { NativeSelect, TextInput } from "@mantine/core";
import type { Answer } from "@portico/api/endpoint.ts";
import type { importMappings } from "@portico/api/import-mappings.ts";
import { type MappedKind, resultsOf } from "@portico/api/imports/mapping-columns.ts";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/section.tsx";
import { type Translate, useText } from "../../../ui/text.tsx";
import styles from "../imports.module.css";
import { FileColumn } from "./column-fields.tsx";
import { type Draft, type KindRow, withValues } from "./draft.ts";
import own from "./mappings.module.css";

function nameOfResult(t: Translate, result: KindRow["result"], makes: MappedKind): string {
  if (result === "leaveOut" || result === "ask") return t(`admin.mappings.result.${result}`);
  return makes === "cash" && result === "deposit" ? t("admin.mappings.result.payment") : t(`portfolios.kind.${result}`);
}

interface KindFieldsProps {
  draft: Draft;
  columns: readonly string[];
  values: Answer<typeof importMappings.try>["values"];
  onChange: (part: Partial<Draft>) => void;
}

export function KindFields({ draft, columns, values, onChange }: KindFieldsProps) {
  const t = useText();
  const { kindColumns, kinds, pairs, makes } = draft;
  const [first = "", second = ""] = kindColumns;
  const [pattern, setPattern] = useState("");
  const offered = values.filter(({ values: one }) => one.length === kindColumns.length).map(({ values: one }) => one);
  const rows = withValues(kinds, offered);
  const used = new Map(values.map(({ values: one, rows: count }) => [JSON.stringify(one), count]));
  const choose = (names: string[]): void => {
    const chosen = names.filter((name) => name !== "");
    // Values of other columns mean nothing any more.
    onChange({ kindColumns: chosen, kinds: chosen.length === kindColumns.length ? kinds : [] });
  };
  const set = (index: number, result: KindRow["result"]): void =>
    onChange({
      kinds: rows
        .map((row, at) => (at === index ? { ...row, result } : row))
        // A value that nobody has decided about is asked about anyway, and may fit a pattern that is added.
        .filter((row, at) => at < kinds.length || row.result !== "ask"),
    });
  const add = (): void => {
    const when = [pattern.trim(), ...kindColumns.slice(1).map(() => "*")];
    onChange({ kinds: [...kinds, { when, result: "ask" }] });
    setPattern("");
  };
  return (
    <Section title={t("admin.mappings.kinds")} hint={t("admin.mappings.kindsHint")}>
      <div className={own.fields}>
        <FileColumn
          label={t("admin.mappings.kindColumn")}
          value={first}
          columns={columns}
          onChange={(name) => choose([name, ...kindColumns.slice(1)])}
        />
        {first !== "" && (
          <FileColumn
            label={t("admin.mappings.kindColumn2")}
            value={second}
            columns={columns}
            onChange={(name) => choose([first, name, ...kindColumns.slice(2)])}
          />
        )}
        {makes === "statement" && (
          <FileColumn
            label={t("admin.mappings.pair")}
            value={pairs[0] ?? ""}
            columns={columns}
            onChange={(name) => onChange({ pairs: [name, ...pairs.slice(1)].filter((one) => one !== "") })}
          />
        )}
      </div>
      {first !== "" && rows.length > 0 && (
        <div className={own.fields}>
          {rows.map(({ when, result, amount }, index) => (
            <NativeSelect
              key={`${JSON.stringify(when)} ${amount}`}
              label={when.map((one) => (one === "" ? "–" : one)).join(" · ")}
              description={[
                ...(amount ? [t(`admin.mappings.amount.${amount}`)] : []),
                ...(used.has(JSON.stringify(when))
                  ? [t("admin.mappings.rows", { count: used.get(JSON.stringify(when)) ?? 0 })]
                  : []),
              ].join(", ")}
              value={result}
              onChange={(event) => set(index, event.currentTarget.value as KindRow["result"])}
              data={resultsOf(makes).map((value) => ({ value, label: nameOfResult(t, value, makes) }))}
            />
          ))}
        </div>
      )}
      {first !== "" && (
        <div className={own.fields}>
          <TextInput
            label={t("admin.mappings.pattern")}
            description={t("admin.mappings.patternHint")}
            value={pattern}
            onChange={(event) => setPattern(event.currentTarget.value)}
          />
          <div className={styles.actions}>
            <Button variant="default" size="sm" disabled={pattern.trim() === ""} onClick={add}>
              {t("admin.mappings.addPattern")}
            </Button>
          </div>
        </div>
      )}
    </Section>
  );
}
