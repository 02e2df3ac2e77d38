/** Changes that four eyes guard, as the dialogs before them say it: while the setting is on, they are only proposed, with a reason. */

import { useText } from "../../ui/text.tsx";
import type { Confirmation } from "../confirmation.ts";
import { useSetting } from "./use-setting.ts";

export const useFourEyes = (): boolean => useSetting("fourEyes").data?.data.on ?? false;

/** Label and hint of the field for the reason of a proposal. */
export function useReasonWords(): { label: string; hint: string } {
  const t = useText();
  return { label: t("admin.proposals.yourReason"), hint: t("admin.proposals.yourReasonHint") };
}

type GuardedWords = Pick<Confirmation, "reason"> & Required<Pick<Confirmation, "text" | "confirmLabel">>;

/** What a dialog says and asks, and its button's word, where the change is made, or where it is proposed; `always` whatever the setting. */
export function useGuardedWords(): (
  text: string,
  confirmLabel: string,
  options?: { always?: boolean },
) => GuardedWords {
  const t = useText();
  const isProposed = useFourEyes();
  const reason = useReasonWords();
  return (text, confirmLabel, { always = false } = {}) =>
    isProposed || always
      ? { text: `${t("admin.proposals.first")} ${text}`, confirmLabel: t("admin.proposals.propose"), reason }
      : { text, confirmLabel };
}
