/** What may be stored under each name of a setting, as the domains declare it. */
import { z } from "zod";
import { type Collected, collect } from "../collect.ts";
import { currencyCode, day } from "../shapes.ts";
import type { SettingDeclaration } from "./declaration.ts";
import * as declared from "./declared.ts";

type Declared = Collected<typeof declared, "settings">;
/** Every named setting. Public ones have their own calls. */
export const settingDeclarations: Declared = collect(declared, "settings");
export type SettingName = keyof Declared;
export type SettingValue<N extends SettingName> = z.infer<Declared[N]["shape"]>;

export const settingNames = Object.keys(settingDeclarations) as SettingName[];
export const shapeOf = (name: SettingName): z.ZodType => (settingDeclarations[name] as SettingDeclaration).shape;

/** One FX rate of the list. `oneLevEquals` is the specification's legacy figure at 1.95583 BGN per EUR. */
const forexRate = z.object({
  code: currencyCode,
  oneLevEquals: z.number(),
  /** Units of the currency per one EUR. */
  oneEuroEquals: z.number(),
  day,
  source: z.string(),
});
export type ForexRate = z.infer<typeof forexRate>;

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingDeclarations, name);

/** Settings derived from others, with their own calls: nobody saves them. */
export const derivedSettings = ["forex-rates", "calendar", "services", "documents"] as const;
/** Maximum length of the JSON text of a firm's own setting. */
export const ownSettingMaxLength = 65_536;
