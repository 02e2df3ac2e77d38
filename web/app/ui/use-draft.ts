/** A text that is not saved yet: kept for the tab, so that neither a reload nor another page loses it. */
import { useCallback, useState } from "react";
import { useUnsaved } from "./unsaved.ts";

interface Draft {
  value: string;
  set: (value: string) => void;
  /** Back to what is saved. */
  clear: () => void;
  /** Differs from what is saved. */
  isChanged: boolean;
}

/** `name` tells one draft from another; `saved` is the value where nothing was typed. For pages behind the sign-in. */
export function useDraft(name: string, saved: string): Draft {
  const key = `portico.draft.${name}`;
  const [typed, setTyped] = useState(() => sessionStorage.getItem(key));
  const set = useCallback(
    (value: string) => {
      sessionStorage.setItem(key, value);
      setTyped(value);
    },
    [key],
  );
  const clear = useCallback(() => {
    sessionStorage.removeItem(key);
    setTyped(null);
  }, [key]);
  const isChanged = typed !== null && typed !== saved;
  useUnsaved(isChanged);
  return { value: typed ?? saved, set, clear, isChanged };
}
