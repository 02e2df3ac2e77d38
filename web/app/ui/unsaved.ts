/** Unsaved input on the page, for the question before it is left. */
import { useCallback, useEffect, useState } from "react";

const unsaved = new Set<object>();
export const isAnythingUnsaved = (): boolean => unsaved.size > 0;

/**
 * Counts the form as unsaved while it is mounted and changed. The returned function ends that at once, for a form that is
 * left in the moment in which it was saved.
 */
export function useUnsaved(isChanged: boolean): () => void {
  const [form] = useState<object>({});
  useEffect(() => {
    if (!isChanged) return undefined;
    unsaved.add(form);
    return () => void unsaved.delete(form);
  }, [form, isChanged]);
  return useCallback(() => void unsaved.delete(form), [form]);
}
