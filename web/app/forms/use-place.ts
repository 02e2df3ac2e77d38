/** The open step is in the address: "back" leads to the previous step, and another language keeps the step. */
import { type FormType, finalCheck, formSteps } from "@portico/api/forms/forms.ts";
import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";

const stepParam = "step";

/** `first` is the step to open if the address names none. */
export function usePlace(type: FormType, first: () => string) {
  const [params, setParams] = useSearchParams();
  const [opened] = useState(first);
  const named = params.get(stepParam);
  const place =
    named !== null && (named === finalCheck || formSteps[type].some(({ name }) => name === named)) ? named : opened;

  const go = useCallback(
    (name: string) =>
      setParams((before) => {
        before.set(stepParam, name);
        return before;
      }),
    [setParams],
  );
  return { place, go };
}

/** A form that is not open has no step: if opened again, it starts at its default. */
export function useNoPlace(): void {
  const [params, setParams] = useSearchParams();
  const isNamed = params.has(stepParam);
  useEffect(() => {
    if (!isNamed) return;
    setParams(
      (before) => {
        before.delete(stepParam);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isNamed, setParams]);
}
