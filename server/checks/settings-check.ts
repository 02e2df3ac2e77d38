/** Settings that are misspelt, weaken the portal, or are fine for trying alone. */
import type { Finding } from "@portico/api/rules/set-up-checks.ts";
import { type ConfigError, misspelt } from "../kernel/config.ts";
import { type CheckParts, found } from "./check.ts";

/** Wrong settings, without which nothing else can be checked. */
export const wrongSettings = ({ message }: ConfigError): Finding => {
  const [, ...problems] = message.split("\n").map((line) => line.trim());
  return found("settingsWrong", { list: problems.length > 0 ? problems.join("; ") : message });
};

export function checkSettings({ config, environment }: CheckParts): Finding[] {
  const faults = misspelt(environment).map(({ name, meant }) => found("settingsNear", { name, meant }));
  if (!config.rateLimits) faults.push(found("settingsNoLimits"));
  if (config.trustProxy === true) faults.push(found("settingsTrustAll"));
  if (config.databaseOwnerUrl !== undefined) faults.push(found("settingsOwner"));
  if (config.demo) faults.push(found("settingsDemo"));
  return faults.length > 0 ? faults : [found("settingsRight")];
}
