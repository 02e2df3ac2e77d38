/** A request as text, for review before it is sent. */
import type { ActiveHolder } from "../../shell/active-holder.ts";
import { cashToPay } from "../../ui/cash.ts";
import { formatMoney, formatPrice, formatQuantity } from "../../ui/format.ts";
import type { Language, Translate } from "../../ui/text.tsx";
import { isTrade, type RequestDraft, readDecimal } from "./request-draft.ts";

export function requestTexts(
  t: Translate,
  language: Language,
  draft: RequestDraft,
  { name: whose, holder, clientNumber }: Pick<ActiveHolder, "name" | "holder" | "clientNumber">,
): string[] {
  const sum = formatMoney(language, readDecimal(language, draft.sum) ?? "0", draft.currency);
  const quantity = t("portfolios.request.words.shares", {
    quantity: formatQuantity(language, readDecimal(language, draft.quantity) ?? "0"),
  });
  const name = draft.instrument?.name ?? "";
  const limit = readDecimal(language, draft.limitPrice);
  const { type } = draft;
  const inCash = isTrade(type) ? undefined : cashToPay(readDecimal(language, draft.sum) ?? "0", draft.currency);
  const first = !isTrade(type)
    ? t(`portfolios.request.words.${type}`, { sum })
    : draft.by === "sum"
      ? t(`portfolios.request.words.${type}Sum`, { name, sum })
      : t(`portfolios.request.words.${type}Quantity`, { name, quantity });
  return [
    t("portfolios.request.words.for", {
      name: whose,
      holderType: holder.holderType,
      number: clientNumber ?? t("ui.money.unavailable"),
    }),
    first,
    ...(isTrade(type) && limit
      ? [
          t("portfolios.request.words.limit", {
            price:
              `${formatPrice(language, limit, draft.instrument?.currency ?? "")} ${draft.instrument?.currency ?? ""}`.trim(),
          }),
        ]
      : []),
    ...(inCash ? [t("portfolios.request.words.inCash", { sum: formatMoney(language, inCash, draft.currency) })] : []),
    ...(draft.message.trim() ? [t("portfolios.request.words.message", { text: draft.message.trim() })] : []),
  ];
}
