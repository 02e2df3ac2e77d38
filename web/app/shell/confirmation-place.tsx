/** Loads the confirmation dialog when one is opened; where it was opened, the focus goes back to. */
import { lazy, Suspense, useEffect } from "react";
import { useConfirmation } from "./confirmation.ts";

const ConfirmationDialog = lazy(() => import("./confirmation-dialog.tsx"));

export function ConfirmationPlace() {
  const confirmation = useConfirmation();
  useFocusBack(confirmation?.asker);
  return confirmation ? (
    <Suspense>
      <ConfirmationDialog confirmation={confirmation} />
    </Suspense>
  ) : null;
}

/** To the button that asked; where what it stood on was taken away, to the part of the page that it was in. */
function useFocusBack(asker: Element | null | undefined): void {
  useEffect(() => {
    if (!asker) return undefined;
    const part = asker.closest<HTMLElement>("section");
    return () => {
      // The dialog has given it back already, or the page has put it somewhere.
      if (document.activeElement !== document.body) return;
      if (asker instanceof HTMLElement && asker.isConnected) asker.focus();
      if (document.activeElement !== document.body) return;
      const place = part?.isConnected ? part : document.querySelector("main");
      if (place && !place.hasAttribute("tabindex")) place.tabIndex = -1;
      place?.focus({ preventScroll: true });
    };
  }, [asker]);
}
