/** What is wrong with typed settings, before they are sent; the server judges by itself. */
import type { SettingValue } from "@portico/api/settings.ts";
import { isColour } from "../../ui/contrast.ts";

export type Brand = SettingValue<"brand">;
type PortalRules = SettingValue<"portalRules">;

export type BrandField = "name" | "logo" | "accentLight" | "accentDark" | "supportEmail";
type BrandFault = "name" | "logo" | "colour" | "email";

export function brandFaults(brand: Brand): Partial<Record<BrandField, BrandFault>> {
  const { name, logo, accent, supportEmail } = brand;
  return {
    ...(name.trim() === "" && { name: "name" as const }),
    ...(logo !== null && !/^\/[\w./-]+$/.test(logo) && { logo: "logo" as const }),
    ...(!isColour(accent.light) && { accentLight: "colour" as const }),
    ...(!isColour(accent.dark) && { accentDark: "colour" as const }),
    ...(!/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(supportEmail.trim()) && { supportEmail: "email" as const }),
  };
}

function isTimeZone(name: string): boolean {
  try {
    return name !== "" && new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export function rulesFaults(rules: PortalRules): Partial<Record<"timeZone" | "baseCurrency", "timeZone" | "currency">> {
  return {
    ...(!isTimeZone(rules.timeZone) && { timeZone: "timeZone" as const }),
    ...(!/^[A-Z]{3}$/.test(rules.baseCurrency) && { baseCurrency: "currency" as const }),
  };
}
