/** A submission's steps as rows, each with its value in the previous revision. */
import type { FormAnswers, Step } from "@portico/api/forms/field.ts";
import type { Language, Translate } from "../../ui/text.tsx";
import { type AnswerRow, answerRows } from "../answers/answer-rows.ts";
import type { Review } from "./review-types.ts";

/** A row with its previous value; a removed row has only that. */
export interface ComparedRow extends AnswerRow {
  /** null if unchanged, or without a previous value. */
  before: string | null;
}

export interface ComparedStep {
  step: Step;
  rows: readonly ComparedRow[];
  /** Number of changed rows; undefined without a previous revision. */
  changes: number | undefined;
  /** Remarks on the step and its rows. */
  remarks: number;
  acceptance: Review["accepted"][number] | undefined;
}

function compare(now: readonly AnswerRow[], before: readonly AnswerRow[] | null): ComparedRow[] {
  if (!before) return now.map((row) => ({ ...row, before: null }));
  const old = new Map(before.map((row) => [row.path, row]));
  const text = (row: AnswerRow | undefined): string =>
    row ? row.text || row.files.map(({ name }) => name).join(", ") : "";
  const compared = now.map((row) => {
    const was = text(old.get(row.path));
    old.delete(row.path);
    return { ...row, before: was === text(row) ? null : was };
  });
  const gone = [...old.values()].map((row) => ({ ...row, text: "", files: [], before: text(row) }));
  return [...compared, ...gone];
}

export function comparedSteps(
  steps: readonly Step[],
  { current, previous, remarks, accepted }: Review,
  { t, language, today }: { t: Translate; language: Language; today: string },
): ComparedStep[] {
  const context = { t, language, sent: true, asRecord: true };
  // A revision contains only what was asked, so neither day nor percentage is needed.
  const givenOf = ({ form_data, settled }: Pick<Review["current"], "form_data" | "settled">) => ({
    form: form_data as FormAnswers,
    today,
    ownerPercent: 0,
    settled,
  });
  return steps.map((step) => {
    const rows = compare(
      answerRows(step, givenOf(current), context),
      previous && answerRows(step, givenOf(previous), context),
    );
    const paths = new Set([step.name, ...rows.map(({ path }) => path)]);
    return {
      step,
      rows,
      changes: previous ? rows.filter(({ before }) => before !== null).length : undefined,
      remarks: remarks.filter(({ path }) => paths.has(path)).length,
      acceptance: accepted.find((one) => one.step === step.name),
    };
  });
}
