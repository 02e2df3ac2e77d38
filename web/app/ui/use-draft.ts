/** Unsaved text, kept for the tab, so that neither a reload nor another page loses it. */
import { useCallback, useSyncExternalStore } from "react";
import { useUnsaved } from "./unsaved.ts";

interface Draft {
  value: string;
  set: (value: string) => void;
  /** Resets to the saved value. */
  clear: () => void;
  /** Differs from the saved value. */
  isChanged: boolean;
}

const keyOf = (name: string): string => `portico.draft.${name}`;

const listeners = new Set<() => void>();
const notifyListeners = (): void => {
  for (const listener of listeners) listener();
};
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether there is unsaved input under one of these names, on any page. */
export const useHasDraft = (names: readonly string[]): boolean =>
  useSyncExternalStore(
    subscribe,
    () => names.some((name) => readDraft(name) !== null),
    () => false,
  );

/** Stores a draft, or removes it (null), also of a form no longer on the page. */
export function writeDraft(name: string, value: string | null): void {
  if (value === null) sessionStorage.removeItem(keyOf(name));
  else sessionStorage.setItem(keyOf(name), value);
  notifyListeners();
}

/** The input under a name, or null. */
export const readDraft = (name: string): string | null => sessionStorage.getItem(keyOf(name));

/** `name` identifies the draft; `saved` is the value without input. For pages behind the sign-in. */
export function useDraft(name: string, saved: string): Draft {
  const typed = useSyncExternalStore(
    subscribe,
    () => readDraft(name),
    () => null,
  );
  const set = useCallback((value: string) => writeDraft(name, value === saved ? null : value), [name, saved]);
  const clear = useCallback(() => writeDraft(name, null), [name]);
  const isChanged = typed !== null && typed !== saved;
  useUnsaved(isChanged);
  return { value: typed ?? saved, set, clear, isChanged };
}
