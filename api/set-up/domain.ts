/** Setting up. Its steps follow from records of many domains: the page asks anew when it is shown, and after what is done on it. */
import { type Changes, nothing, type StaleBySetting } from "../declaration.ts";
import { setUpSettings } from "../rules/set-up-steps.ts";
import type { ReadingCall } from "../stale-calls.ts";

export const changes = {
  sendTestMail: nothing,
  acceptTexts: () => ({ "setUp.get": {}, "setUp.listTexts": {}, "settings.get": {} }),
  confirmTestMail: () => ({ "setUp.get": {} }),
} satisfies Changes<"setUp">;

export const afterReconnect: readonly ReadingCall[] = ["setUp.get", "setUp.listTexts"];

export const staleBySetting: StaleBySetting = Object.fromEntries(
  setUpSettings.map((name) => [name, { "setUp.get": {}, "setUp.listTexts": {} }]),
);
