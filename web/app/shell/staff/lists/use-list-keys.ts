/**
 * Keyboard shortcuts of a list: `/` for the search, which Enter leaves, `j` and `k` for the next and previous row; Enter
 * opens it like any link. Whoever comes back from what they opened goes on from its row.
 */
import { type RefObject, useEffect } from "react";
import { keyCharacter } from "../../key-character.ts";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));

/** The address of the row to which the keys moved last. */
let lastReached: string | null = null;

/** `search`: the target of `/`; without it the list has no keys. */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  search: RefObject<HTMLElement | null> | undefined,
): void {
  useEffect(() => {
    if (!search) return undefined;
    function move(step: 1 | -1) {
      const links = [...(list.current?.querySelectorAll<HTMLElement>("tbody tr a") ?? [])];
      const rows = links.map((link) => link.closest("tr"));
      const open = Math.max(
        rows.findIndex((row) => row?.hasAttribute("data-open")),
        rows.findIndex((row) => row?.contains(document.activeElement)),
      );
      const from = open === -1 ? links.findIndex((link) => link.getAttribute("href") === lastReached) : open;
      const next = links[Math.min(Math.max(from + step, 0), links.length - 1)];
      lastReached = next?.getAttribute("href") ?? null;
      next?.focus();
      next?.scrollIntoView({ block: "nearest" });
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("[role=dialog]")) return;
      if ((event.key === "Escape" || event.key === "Enter") && event.target === search.current) search.current?.blur();
      if (isTyping(event.target)) return;
      const sign = keyCharacter(event);
      if (sign === "j") move(1);
      else if (sign === "k") move(-1);
      else if (sign === "/") search.current?.focus();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [list, search]);
}
