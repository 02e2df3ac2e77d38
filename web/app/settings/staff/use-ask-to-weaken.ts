/** What weakens a guard is proposed with a reason, and a colleague confirms it: while four eyes are on, or always. */
import { type Weakening, weakenings } from "@portico/api/rules/guards.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { ReactNode } from "react";
import { useFourEyes, useReasonTexts } from "../../shell/staff/four-eyes.ts";
import { useText } from "../../ui/text.tsx";
import type { Questions } from "./use-setting-form.ts";

type Guarded = keyof typeof weakenings;

/** `explain`: what the dialog shows beyond its sentence, such as how much would be deleted. */
export function useAskToWeaken<N extends Guarded>(
  name: N,
  explain?: (after: SettingValue<N>) => ReactNode,
): Questions<N> {
  const t = useText();
  const isOn = useFourEyes();
  const reason = useReasonTexts();
  const weakens = weakenings[name] as (before: SettingValue<N>, after: SettingValue<N>) => Weakening;
  return (before, after) => {
    const weakening = weakens(before, after);
    if (weakening === null || (weakening === "withFourEyes" && !isOn)) return undefined;
    return {
      title: t("admin.settings.weaken.title"),
      text: t(weakening === "always" ? "admin.settings.weaken.always" : "admin.settings.weaken.text"),
      more: explain?.(after),
      confirmLabel: t("admin.proposals.propose"),
      reason,
    };
  };
}
