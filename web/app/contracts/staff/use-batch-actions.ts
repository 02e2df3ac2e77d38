/** Pausing, resuming and cancelling a batch of contracts. */

import { errorText } from "../../shell/calls/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useText } from "../../ui/text.tsx";

export function useBatchActions(id: number) {
  const t = useText();
  const runChange = useRunChange();
  const change = (state: "running" | "paused" | "cancelled") =>
    runChange((api) => api.contracts.setBatchState({ params: { id }, body: { state } }));
  return {
    setState: (state: "running" | "paused") => {
      change(state).catch((error: unknown) => alert.error(errorText(t, error)));
    },
    cancel: () =>
      openConfirmation({
        title: t("admin.contractBatch.cancelTitle"),
        text: t("admin.contractBatch.cancelText"),
        confirmLabel: t("admin.contractBatch.cancel"),
        cancelLabel: t("admin.contractBatch.goOn"),
        destructive: true,
        action: async () => {
          await change("cancelled");
        },
      }),
  };
}
