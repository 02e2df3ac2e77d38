/** Unsaved input on the page, for the question before it is left. */
import { useEffect } from "react";

const unsaved = new Set<object>();
export const isAnythingUnsaved = (): boolean => unsaved.size > 0;

/** Counts the form as unsaved while it is mounted and changed. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const form = {};
    unsaved.add(form);
    return () => void unsaved.delete(form);
  }, [isChanged]);
}
