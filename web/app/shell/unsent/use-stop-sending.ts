/** Asks before something stops files that are being sent. */
import { useCallback } from "react";
import { countOnTheWay, type SendingEnd } from "../../ui/files-on-the-way.ts";
import { useText } from "../../ui/text.tsx";
import { openConfirmation } from "../dialogs/confirmation.ts";

/** Does what closes a part of the page: at once if nothing is being sent there, otherwise once it is confirmed. */
export function useStopSending(): (stop: () => void, end?: SendingEnd) => void {
  const t = useText();
  return useCallback(
    (stop, end = "part") => {
      const count = countOnTheWay(end);
      if (count === 0) return stop();
      openConfirmation({
        title: t("shell.sending.stopTitle"),
        text: t("shell.sending.stopText", { count }),
        confirmLabel: t("shell.sending.stop"),
        cancelLabel: t("shell.sending.keepOn"),
        destructive: true,
        action: stop,
      });
    },
    [t],
  );
}
