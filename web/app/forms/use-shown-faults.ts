/**
 * When an error is shown: once the person has left its field, or the step while the field was on it; fields added later
 * wait.
 */
import type { FieldCode } from "@portico/api/errors.ts";
import type { Fault, Given, Step } from "@portico/api/forms/field.ts";
import { useCallback, useState } from "react";
import { askedPaths } from "./asked-paths.ts";

type Paths = ReadonlySet<string>;
const none: Paths = new Set();

export function useShownFaults(step: Step | null | undefined, given: Given, faults: readonly Fault[]) {
  const [touched, setTouched] = useState(none);
  /** Paths on the step when it was last checked, by step. */
  const [checked, setChecked] = useState<ReadonlyMap<string, Paths>>(new Map());

  const check = useCallback(() => {
    if (step) setChecked((before) => new Map(before).set(step.name, askedPaths(step, given)));
  }, [step, given]);
  const touch = useCallback(
    (path: string) => setTouched((before) => (before.has(path) ? before : new Set([...before, path]))),
    [],
  );

  function faultAt(path: string): FieldCode | undefined {
    const seen = step ? checked.get(step.name) : undefined;
    if (!seen?.has(path) && !touched.has(path)) return undefined;
    const code = faults.find((fault) => fault.path === path)?.code;
    // A field never filled in is not an error yet: it is reported when the step is left.
    return code === "required" && !seen ? undefined : code;
  }
  return { faultAt, touch, check };
}
