/** The step that is open stands in the address: the browser's way back leads to the step before, another language stays where one is. */
import { type FormType, formSteps, lastLook } from "@portico/api/forms/forms.ts";
import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";

const stepParam = "step";

/** `first` is where the form opens when the address names no step of it. */
export function usePlace(type: FormType, first: () => string) {
  const [params, setParams] = useSearchParams();
  const [opened] = useState(first);
  const named = params.get(stepParam);
  const place =
    named !== null && (named === lastLook || formSteps[type].some(({ name }) => name === named)) ? named : opened;

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

/** A form that is not open has no step: should it be opened again, it begins where it wants. */
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
