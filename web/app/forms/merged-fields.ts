/** What changed on another device, found when the draft comes back saying more than what was sent from here. */
import type { FormAnswers } from "@portico/api/forms/field.ts";
import { isSame, saidAt } from "@portico/api/forms/remarks.ts";
import { type Pending, withPending } from "./pending-changes.ts";

/** Fields as `step.field`. */
export interface MergedFields {
  /** Changed elsewhere alone: the page shows what stands now. */
  taken: readonly string[];
  /** Changed here too, and later: what was written here stands. */
  overwritten: readonly string[];
}
export const nothingMerged: MergedFields = { taken: [], overwritten: [] };

interface Known {
  /** The draft as it was known here. */
  before: FormAnswers;
  /** As the server has it now. */
  now: FormAnswers;
  /** What was just saved from here, and what stood there until then. */
  sent: Pending;
  replaced: FormAnswers;
  /** What is written here and not yet sent. */
  pending: Pending;
}

export function mergedFields({ before, now, sent, replaced, pending }: Known): MergedFields {
  const changed = differing(withPending(before, sent), now);
  const written = Object.keys(sent).filter((key) => {
    const theirs = saidAt(replaced, key);
    return !isSame(theirs, saidAt(before, key)) && !isSame(theirs, sent[key]);
  });
  const isWritten = (key: string): boolean => key in pending && !isSame(pending[key], saidAt(now, key));
  return {
    taken: changed.filter((key) => !(key in pending)),
    overwritten: [...new Set([...written, ...changed.filter(isWritten)])],
  };
}

/** Later news beside earlier ones: a field stands in the list of its latest. */
export const alsoMerged = (earlier: MergedFields, later: MergedFields): MergedFields => ({
  taken: [...new Set([...earlier.taken.filter((key) => !later.overwritten.includes(key)), ...later.taken])],
  overwritten: [...new Set([...earlier.overwritten.filter((key) => !later.taken.includes(key)), ...later.overwritten])],
});

function differing(one: FormAnswers, other: FormAnswers): string[] {
  const keys = [one, other].flatMap((form) =>
    Object.entries(form).flatMap(([step, fields]) => Object.keys(fields ?? {}).map((field) => `${step}.${field}`)),
  );
  return [...new Set(keys)].filter((key) => !isSame(saidAt(one, key), saidAt(other, key)));
}
