/** With four eyes on, the accounts for deposits are proposed with a reason, and a colleague confirms them. */
import { useFourEyes, useReasonTexts } from "../../shell/staff/four-eyes.ts";
import { useText } from "../../ui/text.tsx";
import type { Questions } from "./use-setting-form.ts";

export function useAskForInstructions(): Questions<"depositInstructions"> | undefined {
  const t = useText();
  const isOn = useFourEyes();
  const reason = useReasonTexts();
  if (!isOn) return undefined;
  return () => ({
    title: t("admin.payments.proposeTitle"),
    text: t("admin.payments.proposeText"),
    confirmLabel: t("admin.proposals.propose"),
    reason,
  });
}
