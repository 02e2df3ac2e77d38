/** Text of an option; a band's text is made from its limits, which are a setting. */
import type { Settled } from "@portico/api/forms/settled.ts";
import { bandOf } from "@portico/api/forms/settled.ts";
import { optionKey } from "@portico/api/forms/text-keys.ts";
import { formText } from "../../shell/form-text.ts";
import { formatDecimal } from "../../ui/format.ts";
import type { Language, Translate } from "../../ui/text.tsx";

interface OptionContext {
  t: Translate;
  language: Language;
  settled: Settled;
}

export function optionText({ t, language, settled }: OptionContext, list: string, option: string): string {
  const band = bandOf(settled, list, option);
  if (!band) return formText(t, optionKey(list, option));
  const from = formatDecimal(language, band.from, 0);
  const to = formatDecimal(language, band.to, 0);
  if (band.from === 0) return t("forms.band.under", { to });
  return band.to === Number.POSITIVE_INFINITY ? t("forms.band.over", { from }) : t("forms.band.between", { from, to });
}
