/** Text of a holder's client number. */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Translate } from "../ui/text.tsx";

/** Empty if there is none and none will be assigned. */
export function clientNumberText(t: Translate, number: string | null, state: HolderState): string {
  if (number) return t("shell.account.clientNumber", { number });
  return state === "rejected" ? "" : t("shell.account.noClientNumber");
}
