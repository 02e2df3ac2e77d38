/** Texts for labels chosen by the server: a proof's terms and formulas. */
import type { PlainKey, Translate } from "../ui/text.tsx";

/** The text of the first key that exists. */
export function findFirstText(t: Translate, ...keys: string[]): string | undefined {
  return keys.map((key) => ({ key, text: t(key as PlainKey) })).find(({ key, text }) => text !== key)?.text;
}

export const termText = (t: Translate, label: string): string =>
  findFirstText(
    t,
    `portfolios.term.${label}`,
    `portfolios.kind.${label}`,
    `portfolios.bridge.${label}`,
    `portfolios.figure.${label}`,
  ) ?? t("portfolios.term.value");
