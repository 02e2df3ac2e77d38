/** Leaving files of a ZIP out, adding the rest, and discarding all of it. */
import type { documents } from "@portico/api/documents.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { errorText } from "../../shell/calls/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useText } from "../../ui/text.tsx";

export type OpenBatch = Answer<(typeof documents)["getBatch"]>;

export function useBatchActions({ id: batchId, seen, total, excluded, title }: OpenBatch, onDiscarded: () => void) {
  const t = useText();
  const runChange = useRunChange();
  const count = total - excluded;
  return {
    exclude: (numbers: number[], isExcluded: boolean) => {
      runChange((api) =>
        api.documents.excludeFromBatch({ params: { batchId }, body: { numbers, excluded: isExcluded } }),
      ).catch((error: unknown) => alert.error(errorText(t, error)));
    },
    confirm: () =>
      openConfirmation({
        title: t("admin.batch.confirmTitle", { count }),
        text: t("admin.batch.confirmText", { title }),
        confirmLabel: t("admin.batch.confirm"),
        action: async () => {
          const { added } = await runChange((api) =>
            api.documents.confirmBatch({ params: { batchId }, body: { seen } }),
          );
          alert.success(t("admin.batch.done", { count: added }));
        },
      }),
    discard: () =>
      openConfirmation({
        title: t("admin.batch.discardTitle"),
        text: t("admin.batch.discardText"),
        confirmLabel: t("admin.batch.discard"),
        destructive: true,
        action: async () => {
          await runChange((api) => api.documents.discardBatch({ params: { batchId } }));
          onDiscarded();
        },
      }),
  };
}
