/** Asks whether fees are meant that are more likely a slip, such as 90 % a year. */
import { isUnusualFee } from "@portico/api/rules/fees.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import type { Questions } from "./use-setting-form.ts";

export function useAskAboutFees(): Questions<"feeTable"> {
  const t = useText();
  const language = useLanguage();
  return (_before, { fees }) => {
    const unusual = fees.filter(isUnusualFee);
    if (unusual.length === 0) return undefined;
    const named = unusual.map(
      ({ name, value, unit }) => `${name[language]}: ${value} % (${t(`content.feeUnit.${unit}`)})`,
    );
    return {
      title: t("admin.settings.fee.unusualTitle"),
      text: t("admin.settings.fee.unusualText", { fees: named.join("; ") }),
      confirmLabel: t("admin.settings.fee.unusualConfirm"),
    };
  };
}
