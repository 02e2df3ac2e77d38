/** What stands typed and unsaved on the page, for whoever asks before it is left. */
import { useEffect } from "react";

const unsaved = new Set<object>();
export const isAnythingUnsaved = (): boolean => unsaved.size > 0;

/** Counts the form as unsaved while it is on the page and was changed. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const form = {};
    unsaved.add(form);
    return () => void unsaved.delete(form);
  }, [isChanged]);
}
