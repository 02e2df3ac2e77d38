/** A request as text, for review before it is sent. */
import type { ActiveHolder } from "../../shell/session/active-holder.ts";
import { formatMoney, formatPrice, formatQuantity } from "../../ui/format.ts";
import type { Language, Translate } from "../../ui/text.tsx";
import { type RequestDraft, readDecimal } from "./request-draft.ts";

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
  const first =
    draft.by === "sum"
      ? t(`portfolios.request.words.${type}Sum`, { name, sum })
      : t(`portfolios.request.words.${type}Quantity`, { name, quantity });
  return [
    t("portfolios.request.words.for", {
      name: whose,
      holderType: holder.holderType,
      number: clientNumber ?? t("ui.money.unavailable"),
    }),
    first,
    ...(limit
      ? [
          t("portfolios.request.words.limit", {
            price:
              `${formatPrice(language, limit, draft.instrument?.currency ?? "")} ${draft.instrument?.currency ?? ""}`.trim(),
          }),
        ]
      : []),
    ...(draft.message.trim() ? [t("portfolios.request.words.message", { text: draft.message.trim() })] : []),
  ];
}
