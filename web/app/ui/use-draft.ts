/** A text that is not saved yet: kept for the tab, so that neither a reload nor another page loses it. */
import { useCallback, useSyncExternalStore } from "react";
import { useUnsaved } from "./unsaved.ts";

interface Draft {
  value: string;
  set: (value: string) => void;
  /** Back to what is saved. */
  clear: () => void;
  /** Differs from what is saved. */
  isChanged: boolean;
}

const keyOf = (name: string): string => `portico.draft.${name}`;

const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};
function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether something lies typed and unsaved under one of these names, on this page or another. */
export const useHasDraft = (names: readonly string[]): boolean =>
  useSyncExternalStore(
    follow,
    () => names.some((name) => readDraft(name) !== null),
    () => false,
  );

/** Keeps a draft, or takes it out (null), also of a form that is no longer on the page. */
export function keepDraft(name: string, value: string | null): void {
  if (value === null) sessionStorage.removeItem(keyOf(name));
  else sessionStorage.setItem(keyOf(name), value);
  tell();
}

/** What lies typed under a name; null where nothing does. */
export const readDraft = (name: string): string | null => sessionStorage.getItem(keyOf(name));

/** `name` tells one draft from another; `saved` is the value where nothing was typed. For pages behind the sign-in. */
export function useDraft(name: string, saved: string): Draft {
  const typed = useSyncExternalStore(
    follow,
    () => readDraft(name),
    () => null,
  );
  const set = useCallback((value: string) => keepDraft(name, value === saved ? null : value), [name, saved]);
  const clear = useCallback(() => keepDraft(name, null), [name]);
  const isChanged = typed !== null && typed !== saved;
  useUnsaved(isChanged);
  return { value: typed ?? saved, set, clear, isChanged };
}
