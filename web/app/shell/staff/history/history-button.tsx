/** Opens the history of what the firm configures; loaded when it is opened. */
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { loadedPart } from "../../../ui/loaded-part.tsx";
import { useText } from "../../../ui/text.tsx";
import type { HistoryDialogProps } from "./history-dialog.tsx";

const HistoryDialog = loadedPart(() => import("./history-dialog.tsx"));

export function HistoryButton({ onRestore, ...dialog }: Omit<HistoryDialogProps, "onClose">) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="sm"
        variant="subtle"
        aria-label={`${t("admin.history.open")}: ${dialog.title}`}
        onClick={() => setOpen(true)}
      >
        {t("admin.history.open")}
      </Button>
      {isOpen && (
        <HistoryDialog
          {...dialog}
          onRestore={
            onRestore &&
            ((change) => {
              close();
              onRestore(change);
            })
          }
          onClose={close}
        />
      )}
    </>
  );
}
