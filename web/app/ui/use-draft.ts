/** A text that is not saved yet: kept for the tab, so that neither a reload nor another page loses it. */
import { useCallback, useState, useSyncExternalStore } from "react";
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
    () => names.some((name) => sessionStorage.getItem(keyOf(name)) !== null),
    () => false,
  );

/** `name` tells one draft from another; `saved` is the value where nothing was typed. For pages behind the sign-in. */
export function useDraft(name: string, saved: string): Draft {
  const key = keyOf(name);
  const [typed, setTyped] = useState(() => sessionStorage.getItem(key));
  const set = useCallback(
    (value: string) => {
      if (value === saved) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, value);
      setTyped(value);
      tell();
    },
    [key, saved],
  );
  const clear = useCallback(() => {
    sessionStorage.removeItem(key);
    setTyped(null);
    tell();
  }, [key]);
  const isChanged = typed !== null && typed !== saved;
  useUnsaved(isChanged);
  return { value: typed ?? saved, set, clear, isChanged };
}
