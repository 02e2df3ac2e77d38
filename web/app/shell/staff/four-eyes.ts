/** Texts of dialogs for changes under four eyes: while the setting is on, they are proposed, with a reason. */

import { useText } from "../../ui/text.tsx";
import type { Confirmation } from "../dialogs/confirmation.ts";
import { useSetting } from "./use-setting.ts";

export const useFourEyes = (): boolean => useSetting("fourEyes").data?.data.on ?? false;

/** Label and hint of the reason field of a proposal. */
export function useReasonTexts(): { label: string; hint: string } {
  const t = useText();
  return { label: t("admin.proposals.yourReason"), hint: t("admin.proposals.yourReasonHint") };
}

type FourEyesTexts = Pick<Confirmation, "reason"> & Required<Pick<Confirmation, "text" | "confirmLabel">>;

/** A dialog's texts and button label for an immediate change or a proposal; `always` for a proposal whatever the setting. */
export function useFourEyesTexts(): (
  text: string,
  confirmLabel: string,
  options?: { always?: boolean },
) => FourEyesTexts {
  const t = useText();
  const isProposed = useFourEyes();
  const reason = useReasonTexts();
  return (text, confirmLabel, { always = false } = {}) =>
    isProposed || always
      ? { text: `${t("admin.proposals.first")} ${text}`, confirmLabel: t("admin.proposals.propose"), reason }
      : { text, confirmLabel };
}
