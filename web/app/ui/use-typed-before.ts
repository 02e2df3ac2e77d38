/** What was typed into a form of the server's document before the scripts were there: React keeps it, but does not know it. */
import { type RefObject, useEffect, useRef } from "react";

/** For the form's `ref`; tells once, after the first rendering, which fields differ from what React rendered. */
export function useTypedBefore(tell: (typed: Record<string, string>) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const told = useRef(tell);
  useEffect(() => {
    const inputs = [...(form.current?.querySelectorAll("input") ?? [])];
    const changed = inputs.filter(({ value, defaultValue }) => value !== defaultValue);
    if (changed.length > 0) told.current(Object.fromEntries(changed.map(({ name, value }) => [name, value])));
  }, []);
  return form;
}
