/** Pausing, resuming and cancelling a sending to many. */

import { errorText } from "../../shell/calls/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useText } from "../../ui/text.tsx";

export function useBulkActions(id: number) {
  const t = useText();
  const runChange = useRunChange();
  const change = (state: "running" | "paused" | "cancelled") =>
    runChange((api) => api.contracts.setBulkState({ params: { id }, body: { state } }));
  return {
    setState: (state: "running" | "paused") => {
      change(state).catch((error: unknown) => alert.error(errorText(t, error)));
    },
    cancel: () =>
      openConfirmation({
        title: t("admin.bulk.cancelTitle"),
        text: t("admin.bulk.cancelText"),
        confirmLabel: t("admin.bulk.cancel"),
        cancelLabel: t("admin.bulk.goOn"),
        destructive: true,
        action: async () => {
          await change("cancelled");
        },
      }),
  };
}
