/**
 * Keyboard shortcuts of a list: `/` for the search, which Enter leaves, `j` and `k` for the next and previous row; Enter
 * opens it like any link. Whoever comes back from what they opened goes on from its row. A queue adds keys of its own.
 */
import { type RefObject, useEffect, useRef } from "react";
import { keyCharacter } from "../../key-character.ts";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(SELECT|TEXTAREA)$/.test(target.tagName) || isTextField(target));
const isTextField = (target: HTMLElement): boolean =>
  target instanceof HTMLInputElement && target.type !== "checkbox" && target.type !== "radio";

/** The row to which the keys moved last, by its address or id. */
let lastReached: string | null = null;

/** Where keys go that reach the row. */
export const focusRow = (row: HTMLElement): void => openerOf(row).focus();

const openerOf = (row: HTMLElement): HTMLElement => row.querySelector<HTMLElement>("td a, td button") ?? row;
const nameOf = (row: HTMLElement | undefined): string | null =>
  row ? (row.querySelector("td a")?.getAttribute("href") ?? row.dataset["row"] ?? null) : null;

/** The rows, as they are shown. */
export const rowsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? []),
];

/** The row that has the focus or is open. */
export function currentRow(list: HTMLElement | null): HTMLElement | undefined {
  const rows = rowsIn(list);
  return rows.find((row) => row.contains(document.activeElement)) ?? rows.find((row) => row.hasAttribute("data-open"));
}

export interface MoreKeys {
  /** The keys moved to the row; with Shift `from` is where they were. */
  onMove?: (row: HTMLElement, from: HTMLElement | undefined, isRange: boolean) => void;
  /** Another key, with the row that has the focus or is open; true if it did something. */
  onKey?: (key: string, row: HTMLElement | undefined) => boolean;
}

/** `search`: the target of `/`; without it, and without `more`, the list has no keys. */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  search: RefObject<HTMLElement | null> | undefined,
  more?: MoreKeys,
): void {
  const added = useRef(more);
  useEffect(() => {
    added.current = more;
  });
  const hasKeys = search !== undefined || more !== undefined;
  useEffect(() => {
    if (!hasKeys) return undefined;
    function move(step: 1 | -1, isRange: boolean) {
      const rows = rowsIn(list.current);
      const current = currentRow(list.current) ?? rows.find((row) => nameOf(row) === lastReached);
      const next = rows[Math.min(Math.max((current ? rows.indexOf(current) : -1) + step, 0), rows.length - 1)];
      if (!next) return;
      lastReached = nameOf(next);
      openerOf(next).focus();
      next.scrollIntoView({ block: "nearest" });
      added.current?.onMove?.(next, current, isRange);
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("[role=dialog]")) return;
      if ((event.key === "Escape" || event.key === "Enter") && event.target === search?.current) search.current?.blur();
      if (isTyping(event.target)) return;
      const sign = keyCharacter(event);
      if (sign === "j") move(1, event.shiftKey);
      else if (sign === "k") move(-1, event.shiftKey);
      else if (sign === "/" && search) search.current?.focus();
      else if (!added.current?.onKey?.(sign, currentRow(list.current))) return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [list, search, hasKeys]);
}
