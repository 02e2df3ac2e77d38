/** What staff do with a contract, each after a confirmation. */
import type { ContractDetail } from "@portico/api/contracts.ts";
import type { ReactNode } from "react";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useOpenNext } from "../../shell/staff/queue/next-of-queue.ts";
import { useText } from "../../ui/text.tsx";
import { type Reading, shownOf } from "../use-reading.ts";

export function useContractActions(
  { id, contract_name: name, holder_name, holder_type, holder_id, sha256 }: ContractDetail,
  { seen }: Pick<Reading, "seen">,
  readyTexts: (insert: (text: string) => void) => ReactNode,
) {
  const t = useText();
  const runChange = useRunChange();
  const openNext = useOpenNext("/admin/contracts");
  const params = { holderType: holder_type, holderId: holder_id, id };
  return {
    countersign: () =>
      openConfirmation({
        title: t("admin.contracts.countersign.title", { name }),
        text: t("admin.contracts.countersign.text", { holder: holder_name }),
        confirmLabel: t("admin.contracts.countersign.action"),
        action: async () => {
          const shown = shownOf(seen, Date.now());
          const body = shown ? { read: { sha256, shown } } : {};
          await runChange((api) => api.contracts.sign({ params, body }));
          alert.success(t("admin.contracts.countersign.done"));
          await openNext();
        },
      }),
    reject: () =>
      openConfirmation({
        title: t("admin.contracts.reject.title", { name }),
        text: t("admin.contracts.reject.text", { holder: holder_name }),
        reason: {
          label: t("admin.contracts.reject.words"),
          hint: t("admin.contracts.reject.wordsHint"),
          renderTools: readyTexts,
        },
        confirmLabel: t("admin.contracts.reject.action"),
        destructive: true,
        action: async (clientRejectMsg = "") => {
          await runChange((api) => api.contracts.reject({ params, body: { clientRejectMsg } }));
          alert.success(t("admin.contracts.reject.done"));
          await openNext();
        },
      }),
    withdraw: () =>
      openConfirmation({
        title: t("contracts.withdraw.title", { name }),
        text: t("admin.contracts.withdraw.text", { holder: holder_name }),
        confirmLabel: t("contracts.withdraw.action"),
        destructive: true,
        action: async () => {
          await runChange((api) => api.contracts.withdraw({ params: { id }, body: {} }));
          alert.success(t("contracts.withdraw.done"));
        },
      }),
  };
}
