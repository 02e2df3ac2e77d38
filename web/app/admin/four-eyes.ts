/** Changes that four eyes guard, as the dialogs before them say it: while the setting is on, they are only proposed. */
import { useText } from "../ui/text.tsx";
import { useSetting } from "./settings/use-setting.ts";

export const useFourEyes = (): boolean => useSetting("fourEyes").data?.data.on ?? false;

/** What a dialog says and its button's word, where the change is made, or where it is proposed. */
export function useGuardedWords(): (text: string, confirmLabel: string) => { text: string; confirmLabel: string } {
  const t = useText();
  const isProposed = useFourEyes();
  return (text, confirmLabel) =>
    isProposed
      ? { text: `${t("admin.proposals.first")} ${text}`, confirmLabel: t("admin.proposals.propose") }
      : { text, confirmLabel };
}
