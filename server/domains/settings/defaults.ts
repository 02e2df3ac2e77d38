/** Default values of the settings, with their texts in every language. */
import type { TextOf } from "@portico/api/settings/declaration.ts";
import { type SettingName, type SettingValue, settingDeclarations } from "@portico/api/settings/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import type { TextKey } from "@portico/messages/text.ts";

const textOf: TextOf = (key) => {
  const inLanguage = (language: "bg" | "en" | "pl") => (textIn(language) as (key: TextKey) => string)(key as TextKey);
  return { bg: inLanguage("bg"), en: inLanguage("en"), pl: inLanguage("pl") };
};

export const settingDefaults = Object.fromEntries(
  Object.entries(settingDeclarations).map(([name, { byDefault }]) => [name, byDefault(textOf)]),
) as { [N in SettingName]: SettingValue<N> };
