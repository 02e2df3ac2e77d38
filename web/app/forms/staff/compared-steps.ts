/** A submission's steps as lines, each beside what it said in the revision before. */
import type { FormAnswers, Step } from "@portico/api/forms/field.ts";
import type { Language, Translate } from "../../ui/text.tsx";
import { type AnswerRow, answerRows } from "../answer-rows.ts";
import type { Review } from "./use-review.ts";

/** A line with what it said in the revision before; a line that is gone stands with what it was. */
export interface ComparedRow extends AnswerRow {
  /** null where nothing changed, or nothing was before. */
  before: string | null;
}

export interface ComparedStep {
  step: Step;
  rows: readonly ComparedRow[];
  /** Lines that say something else than before; undefined where there is no revision before. */
  changes: number | undefined;
  /** Remarks on the step and on its lines. */
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
  const words = { t, language, sent: true, asRecord: true };
  // In what was sent lies only what was asked: neither the day nor the percentage is looked at.
  const givenOf = ({ form_data, settled }: Pick<Review["current"], "form_data" | "settled">) => ({
    form: form_data as FormAnswers,
    today,
    ownerPercent: 0,
    settled,
  });
  return steps.map((step) => {
    const rows = compare(
      answerRows(step, givenOf(current), words),
      previous && answerRows(step, givenOf(previous), words),
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
