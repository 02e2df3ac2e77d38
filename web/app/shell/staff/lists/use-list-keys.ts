/**
 * Keyboard shortcuts of a list: `/` for the search, which Enter leaves, `j` and `k` for the next and previous row; Enter
 * opens it like any link.
 */
import { type RefObject, useEffect } from "react";
import { keyCharacter } from "../../key-character.ts";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));

/** `search`: the target of `/`. */
export function useListKeys(list: RefObject<HTMLElement | null>, search: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function move(step: 1 | -1) {
      const links = [...(list.current?.querySelectorAll<HTMLElement>("tbody tr a") ?? [])];
      const rows = links.map((link) => link.closest("tr"));
      const open = Math.max(
        rows.findIndex((row) => row?.hasAttribute("data-open")),
        rows.findIndex((row) => row?.contains(document.activeElement)),
      );
      const next = links[Math.min(Math.max(open + step, 0), links.length - 1)];
      next?.focus();
      next?.scrollIntoView({ block: "nearest" });
    }
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("[role=dialog]")) return;
      if ((event.key === "Escape" || event.key === "Enter") && event.target === search.current) search.current?.blur();
      if (isTyping(event.target)) return;
      const sign = keyCharacter(event);
      if (sign === "j") move(1);
      else if (sign === "k") move(-1);
      else if (sign === "/") search.current?.focus();
      else return;
      event.preventDefault();
    }
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [list, search]);
}
