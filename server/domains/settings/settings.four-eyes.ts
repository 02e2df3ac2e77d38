/** Saving a setting, where the one that guards other changes is not one person's to take away. */
import type { SettingName } from "@portico/api/settings.ts";
import { type Context, requireViewer } from "../../context.ts";
import { proposeInstead } from "../proposals/proposals.service.ts";
import { readSetting, saveSetting } from "./settings.service.ts";

const isOff = (data: unknown): boolean =>
  typeof data === "object" && data !== null && (data as { on?: unknown }).on === false;

/**
 * Saves the setting. Switching four eyes off becomes a proposal while they are on, and the answer is the setting as it still stands;
 * the proposal stands at its proposer. `stateConflict` where they proposed it already.
 */
export async function saveSettingOrPropose(context: Context, name: SettingName, data: unknown) {
  if (name !== "fourEyes" || !isOff(data)) return saveSetting(context, name, data);
  const proposed = await proposeInstead(context, {
    action: "fourEyesOff",
    holder: { holderType: "user", holderId: requireViewer(context).userId },
    before: { on: true },
    after: { on: false },
  });
  return proposed === null ? saveSetting(context, name, data) : readSetting(context, name);
}
