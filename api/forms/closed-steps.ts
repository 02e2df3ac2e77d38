/**
 * Steps that are closed in a draft: those that a reviewer accepted, and in a renewal those that are not renewed. A closed
 * step that would not pass today's check opens again: a question that was added since, a document that ran out, an
 * answer elsewhere that it no longer fits. It stays open once it was changed.
 */
import type { Fault, FormAnswers } from "./field.ts";
import { type FormType, formSteps } from "./forms.ts";
import { isSame } from "./remarks.ts";

export interface Locks {
  accepted: readonly string[];
  /** Steps of a renewal; null if the whole form is open. */
  renew: readonly string[] | null;
}

export const isClosedStep = (step: string, { accepted, renew }: Locks): boolean =>
  accepted.includes(step) || (renew !== null && !renew.includes(step));

/** A declaration keeps the text that was agreed to, so a newer one alone opens no step. */
const isFaultIn = (step: string, { path, code }: Fault): boolean =>
  code !== "textChanged" && (path === step || path.startsWith(`${step}.`));

/** The closed steps that open again. `before` are the answers with which they were closed. */
export const findReopened = (
  type: FormType,
  locks: Locks,
  { faults, now, before }: { faults: readonly Fault[]; now: FormAnswers; before: FormAnswers },
): string[] =>
  formSteps[type]
    .map(({ name }) => name)
    .filter(
      (name) =>
        isClosedStep(name, locks) &&
        (faults.some((fault) => isFaultIn(name, fault)) || !isSame(now[name] ?? {}, before[name] ?? {})),
    );

/** The locks without those steps. */
export const withoutReopened = ({ accepted, renew }: Locks, reopened: readonly string[]): Locks => ({
  accepted: accepted.filter((step) => !reopened.includes(step)),
  renew: renew && [...new Set([...renew, ...reopened])],
});
