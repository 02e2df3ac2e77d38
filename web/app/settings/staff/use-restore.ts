/** Takes a former value of a setting as a draft: its form is filled, and nothing is saved. */
import type { SettingName } from "@portico/api/settings/shapes.ts";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { useText } from "../../ui/text.tsx";
import { readDraft } from "../../ui/use-draft.ts";
import { draftFormer, settingDraft } from "./use-setting-form.ts";

/** Switches are saved at once: their former value is one press away. */
const switches: readonly SettingName[] = ["fourEyes", "staffSecondFactor", "chatRules"];

export function useRestore(name: SettingName, saved: Saved<SettingName> | undefined) {
  const t = useText();
  const api = useApi();
  if (!saved?.can.save || switches.includes(name)) return undefined;

  async function fill(entryId: number, stored: Saved<SettingName>): Promise<void> {
    const former = await api.settings.getFormer({ params: { name, entryId } });
    draftFormer(name, former, stored);
    if (former.faults.length > 0) alert.warning(t("admin.history.restoredWithFaults"));
    else alert.success(t("admin.history.restored"));
  }

  return ({ id }: { id: number }): void => {
    if (readDraft(settingDraft(name)) === null) {
      fill(id, saved).catch((error: unknown) => alert.error(errorText(t, error)));
      return;
    }
    openConfirmation({
      title: t("admin.history.replaceTitle"),
      text: t("admin.history.replaceText"),
      confirmLabel: t("admin.history.restore"),
      action: () => fill(id, saved),
    });
  };
}
