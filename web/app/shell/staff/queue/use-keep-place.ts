/** Keeps the reader's place: if the row that had the focus is gone, the one that took its place gets it. */
import { type RefObject, useEffect, useRef } from "react";
import { focusRow, rowsIn } from "../lists/use-list-keys.ts";

/** `rows`: changes with what is shown. */
export function useKeepPlace(list: RefObject<HTMLElement | null>, rows: unknown): void {
  const place = useRef<{ id: string; at: number }>(undefined);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
      const at = row ? rowsIn(list.current).indexOf(row) : -1;
      if (row && at !== -1) place.current = { id: row.dataset["row"] ?? "", at };
      // Whoever went elsewhere is left there; a dialog is about the row.
      else if (target instanceof Element && !target.closest("[role=dialog]")) place.current = undefined;
    };
    addEventListener("focusin", note);
    return () => removeEventListener("focusin", note);
  }, [list]);
  useEffect(() => {
    const { current: last } = place;
    const shown = rowsIn(list.current);
    if (!last || shown.length === 0 || document.activeElement !== document.body) return;
    if (shown.some((row) => row.dataset["row"] === last.id) || document.querySelector("[role=dialog]")) return;
    const next = shown[Math.min(last.at, shown.length - 1)];
    if (next) focusRow(next);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- looked at anew whenever other rows are shown
  }, [list, rows]);
}
