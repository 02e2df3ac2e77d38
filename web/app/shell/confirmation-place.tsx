/** Loads the confirmation dialog when one is opened. */
import { lazy, Suspense } from "react";
import { useConfirmation } from "./confirmation.ts";

const ConfirmationDialog = lazy(() => import("./confirmation-dialog.tsx"));

export function ConfirmationPlace() {
  const confirmation = useConfirmation();
  return confirmation ? (
    <Suspense>
      <ConfirmationDialog confirmation={confirmation} />
    </Suspense>
  ) : null;
}
