/** Loads the confirmation dialog when one is opened, and returns the focus afterwards. */
import { useEffect } from "react";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { useConfirmation } from "./confirmation.ts";

const ConfirmationDialog = loadedPart(() => import("./confirmation-dialog.tsx"));

export function ConfirmationHost() {
  const confirmation = useConfirmation();
  useFocusBack(confirmation?.asker);
  return confirmation ? <ConfirmationDialog confirmation={confirmation} /> : null;
}

/** To the button that opened it; if it was removed, to the part of the page it was in. */
function useFocusBack(asker: Element | null | undefined): void {
  useEffect(() => {
    if (!asker) return undefined;
    const part = asker.closest<HTMLElement>("section");
    return () => {
      // The dialog has already returned it, or the page has set it.
      if (document.activeElement !== document.body) return;
      if (asker instanceof HTMLElement && asker.isConnected) asker.focus();
      if (document.activeElement !== document.body) return;
      const target = part?.isConnected ? part : document.querySelector("main");
      if (target && !target.hasAttribute("tabindex")) target.tabIndex = -1;
      target?.focus({ preventScroll: true });
    };
  }, [asker]);
}
