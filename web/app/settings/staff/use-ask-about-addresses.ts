/** Asks whether an address is meant at which nobody can be reached, such as that of an example. */
import { isReservedAddress } from "@portico/api/rules/reserved-domains.ts";
import type { SettingName, SettingValue } from "@portico/api/settings/shapes.ts";
import { useText } from "../../ui/text.tsx";
import type { Questions } from "./use-setting-form.ts";

/** `addressesOf` finds the addresses in the setting; `others` is asked where none is new and reserved, and beside it. */
export function useAskAboutAddresses<N extends SettingName>(
  addressesOf: (value: SettingValue<N>) => readonly string[],
  others?: Questions<N>,
): Questions<N> {
  const t = useText();
  return (before, after) => {
    const other = others?.(before, after);
    const known = addressesOf(before);
    const reserved = addressesOf(after).filter((address) => isReservedAddress(address) && !known.includes(address));
    if (reserved.length === 0) return other;
    return {
      title: t("admin.settings.reserved.title"),
      text: t("admin.settings.reserved.text", { addresses: reserved.join(", ") }),
      confirmLabel: t("admin.settings.reserved.confirm"),
      ...(other?.more !== undefined && { more: other.more }),
    };
  };
}
