/** The text fields of a form. Input is kept: from before hydration, and after any failure. */
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

interface FormFields<Name extends string> {
  values: Record<Name, string>;
  set: (name: Name, value: string) => void;
  form: RefObject<HTMLFormElement | null>;
  /** Focuses the first of the named fields. */
  focusFirst: (names: readonly string[]) => void;
}

export function useFormFields<Name extends string>(initial: Record<Name, string>): FormFields<Name> {
  const [values, setValues] = useState(initial);
  const form = useRef<HTMLFormElement>(null);

  const set = useCallback((name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
  }, []);

  useEffect(() => {
    if (!form.current) return;
    const typed = [...new FormData(form.current)].filter(([name, value]) => name in initial && value !== "");
    if (typed.length > 0) setValues((before) => ({ ...before, ...Object.fromEntries(typed) }));
    // Once: what the person, or the browser's filling in, wrote before this script ran.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const focusFirst = useCallback((names: readonly string[]) => {
    const fields = [...(form.current?.elements ?? [])];
    const first = fields.find((field) => names.includes(field.getAttribute("name") ?? ""));
    if (first instanceof HTMLElement) first.focus();
  }, []);

  return { values, set, form, focusFirst };
}
