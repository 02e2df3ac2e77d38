/**
 * Changes of a draft: made here and not sent yet, or by another device, found when the returned draft differs from what
 * was sent.
 */
import type { FormAnswers } from "@portico/api/forms/field.ts";
import { isSame, saidAt } from "@portico/api/forms/remarks.ts";

/** Changes that the server does not have yet: value by `step.field`. */
export type Pending = Record<string, unknown>;

/** Fields as `step.field`. */
export interface MergedFields {
  /** Changed only elsewhere: the page shows the new value. */
  updated: readonly string[];
  /** Changed here too, and later: this device's value is kept. */
  overwritten: readonly string[];
}
export const nothingMerged: MergedFields = { updated: [], overwritten: [] };

interface Known {
  /** The draft as last known here. */
  before: FormAnswers;
  /** The draft on the server now. */
  now: FormAnswers;
  /** What was just saved from here, and the previous values. */
  sent: Pending;
  replaced: FormAnswers;
  /** Input here that is not sent yet. */
  pending: Pending;
}

/** Applies changes to answers. */
export function withPending(
  answers: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>,
  pending: Pending,
): Record<string, Record<string, unknown>> {
  const laid: Record<string, Record<string, unknown>> = {};
  for (const [step, fields] of Object.entries(answers)) laid[step] = { ...fields };
  for (const [key, value] of Object.entries(pending)) {
    const [step = "", field = ""] = key.split(".");
    laid[step] = { ...laid[step], [field]: value };
  }
  return laid;
}

export function mergedFields({ before, now, sent, replaced, pending }: Known): MergedFields {
  const changed = differing(withPending(before, sent), now);
  const written = Object.keys(sent).filter((key) => {
    const theirs = saidAt(replaced, key);
    return !isSame(theirs, saidAt(before, key)) && !isSame(theirs, sent[key]);
  });
  const isWritten = (key: string): boolean => key in pending && !isSame(pending[key], saidAt(now, key));
  return {
    updated: changed.filter((key) => !(key in pending)),
    overwritten: [...new Set([...written, ...changed.filter(isWritten)])],
  };
}

/** Adds later changes to earlier ones: a field is in the list of its latest change. */
export const alsoMerged = (earlier: MergedFields, later: MergedFields): MergedFields => ({
  updated: [...new Set([...earlier.updated.filter((key) => !later.overwritten.includes(key)), ...later.updated])],
  overwritten: [
    ...new Set([...earlier.overwritten.filter((key) => !later.updated.includes(key)), ...later.overwritten]),
  ],
});

function differing(one: FormAnswers, other: FormAnswers): string[] {
  const keys = [one, other].flatMap((form) =>
    Object.entries(form).flatMap(([step, fields]) => Object.keys(fields ?? {}).map((field) => `${step}.${field}`)),
  );
  return [...new Set(keys)].filter((key) => !isSame(saidAt(one, key), saidAt(other, key)));
}
