/** Rows that cannot be booked as they are: a colleague gives each a type or leaves it out, with a reason; and what was decided. */
import { FileButton, NativeSelect } from "@mantine/core";
import type { ImportPreview, RowDecision, UndecidedRow } from "@portico/api/imports.ts";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatQuantity } from "../../ui/format.ts";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Translate, useLanguage, useText } from "../../ui/text.tsx";
import { applyToAlike, choiceOf, countAlike, type RowChoice, rowId, toDecisions } from "./decision-choices.ts";
import styles from "./imports.module.css";
import { fileTypes } from "./read-file.ts";
import { refusalText } from "./refusal-text.ts";

interface DecisionFormProps {
  preview: ImportPreview;
  /** undefined if the file is no longer available. */
  onReadAgain: ((decisions: readonly RowDecision[]) => void) | undefined;
  onChooseAgain: (file: File, decisions: readonly RowDecision[]) => void;
  reading: boolean;
}

/** The kind's name, or that the row is left out. */
const nameOf = (t: Translate, kind: RowDecision["kind"] | UndecidedRow["kinds"][number]): string =>
  kind === null ? t("admin.imports.decidedLeftOut") : t(`portfolios.kind.${kind}`);

/** What is decided about: the custodian's name of a row, the kind and name of one that was read, or a whole account. */
function titleOf(t: Translate, { name, readAs, accountEntries }: UndecidedRow | Decided): string {
  if (typeof accountEntries === "number") return t("admin.imports.undecidedAccount", { count: accountEntries });
  return readAs ? `${t(`portfolios.kind.${readAs}`)} · ${name}` : name;
}

export function DecisionForm({ preview, onReadAgain, onChooseAgain, reading }: DecisionFormProps) {
  const t = useText();
  const { undecided } = preview;
  const [choices, setChoices] = useState<ReadonlyMap<string, RowChoice>>(
    () => new Map(undecided.map((row) => [rowId(row), choiceOf(row)])),
  );
  const [showFaults, setShowFaults] = useState(false);
  if (undecided.length === 0) return null;
  const decisions = toDecisions(undecided, choices);

  const set = (row: UndecidedRow, part: Partial<RowChoice>) =>
    setChoices((before) => new Map(before).set(rowId(row), { ...choiceOf(row), ...before.get(rowId(row)), ...part }));
  function isFine(): boolean {
    setShowFaults(decisions === undefined);
    return decisions !== undefined && decisions.length > 0;
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isFine() && decisions) onReadAgain?.(decisions);
  }
  const count = [...choices.values()].filter(({ kind }) => kind !== "").length;
  return (
    <Section title={t("admin.imports.undecided")} hint={t("admin.imports.undecidedHint")}>
      <form method="post" className={styles.lines} onSubmit={submit} noValidate>
        {undecided.map((row) => {
          const choice = choices.get(rowId(row)) ?? choiceOf(row);
          return (
            <Row
              key={rowId(row)}
              row={row}
              kind={preview.kind}
              choice={choice}
              isReasonMissing={showFaults && choice.kind !== "" && choice.reason.trim() === ""}
              alike={choice.kind === "" ? 0 : countAlike(undecided, row)}
              onChange={(part) => set(row, part)}
              onAlike={() => setChoices((before) => applyToAlike(undecided, before, row))}
            />
          );
        })}
        <div className={styles.actions}>
          {onReadAgain ? (
            <Button type="submit" size="sm" loading={reading} disabled={count === 0}>
              {t("admin.imports.decideAgain", { count })}
            </Button>
          ) : (
            <FileButton
              accept={fileTypes}
              onChange={(file) => file && isFine() && decisions && onChooseAgain(file, decisions)}
            >
              {(props) => (
                <Button {...props} size="sm" loading={reading} disabled={count === 0}>
                  {t("admin.imports.chooseAgain")}
                </Button>
              )}
            </FileButton>
          )}
        </div>
        {!onReadAgain && <p className={styles.small}>{t("admin.imports.decideNoFile")}</p>}
      </form>
    </Section>
  );
}

interface RowProps {
  row: UndecidedRow;
  kind: ImportPreview["kind"];
  choice: RowChoice;
  isReasonMissing: boolean;
  /** How many other rows are of the same type and can be given the same kind. */
  alike: number;
  onChange: (part: Partial<RowChoice>) => void;
  onAlike: () => void;
}

function Row({ row, kind, choice, isReasonMissing, alike, onChange, onAlike }: RowProps) {
  const t = useText();
  const language = useLanguage();
  const { line, account, text, moved, before } = row;
  const refusal = { line, account, code: row.code, detail: row.detail };
  const sums = moved.map(({ amount, unit }) => `${formatQuantity(language, amount)} ${unit}`.trim());
  return (
    <fieldset className={styles.asked}>
      <legend>
        {[t("admin.imports.undecidedLine", { line }), account, titleOf(t, row), ...sums].filter(Boolean).join(" · ")}
      </legend>
      {text !== null && <p>{text}</p>}
      <p className={styles.small}>{refusalText(t, refusal, kind)}</p>
      {before && (
        <p className={styles.small}>
          {t("admin.imports.decideBefore", { what: nameOf(t, before.kind), reason: before.reason })}
        </p>
      )}
      <div className={styles.decision}>
        <NativeSelect
          size="sm"
          label={t("admin.imports.decide")}
          aria-label={t("admin.imports.decideFor", { line })}
          value={choice.kind}
          onChange={(event) => onChange({ kind: event.currentTarget.value as RowChoice["kind"] })}
          data={[
            { value: "", label: t("admin.imports.decideLater") },
            ...row.kinds.map((value) => ({ value, label: t(`portfolios.kind.${value}`) })),
            { value: "leaveOut", label: t("admin.imports.decideLeaveOut") },
          ]}
        />
        {choice.kind !== "" && (
          <LimitedInput
            size="sm"
            label={t("admin.imports.decideReason")}
            aria-label={t("admin.imports.decideReasonFor", { line })}
            autoComplete="off"
            limit={300}
            value={choice.reason}
            error={isReasonMissing ? t("admin.imports.decideReasonMissing") : undefined}
            onChange={(event) => onChange({ reason: event.currentTarget.value })}
          />
        )}
        {choice.kind !== "" && alike > 0 && (
          <Button variant="default" size="sm" onClick={onAlike}>
            {t("admin.imports.decideAlike", { count: alike })}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

type Decided = ImportPreview["decided"][number];

/** What was decided, with the reasons: it stays with the import. */
export function DecidedRows({ preview }: { preview: ImportPreview }) {
  const t = useText();
  const language = useLanguage();
  if (preview.decided.length === 0) return null;
  const columns: Column<Decided>[] = [
    { id: "line", header: t("admin.imports.line"), numeric: true, value: ({ line }) => line },
    { id: "account", header: t("admin.imports.account"), value: ({ account }) => account ?? "", phone: "line" },
    {
      id: "row",
      header: t("admin.imports.decidedRow"),
      value: (row) =>
        [
          titleOf(t, row),
          row.text,
          ...row.moved.map(({ amount, unit }) => `${formatQuantity(language, amount)} ${unit}`),
        ]
          .filter(Boolean)
          .join(" · "),
      phone: "title",
    },
    { id: "kind", header: t("admin.imports.decidedAs"), value: ({ kind }) => nameOf(t, kind), phone: "key" },
    { id: "reason", header: t("admin.imports.decideReason"), value: ({ reason }) => reason, phone: "line" },
  ];
  return (
    <Section title={t("admin.imports.decided")} hint={t("admin.imports.decidedHint", { name: preview.created_by })}>
      <DataTable
        dense
        step={25}
        label={t("admin.imports.decided")}
        columns={columns}
        rows={preview.decided}
        rowId={({ line, key }) => `${line} ${key}`}
        exportName={`decided-${preview.id}`}
      />
    </Section>
  );
}
