/** A client's request as text, so that nobody misreads a figure from a column. */
import type { RequestRow } from "@portico/api/payments/requests.ts";
import { cashToPay } from "../../ui/cash.ts";
import { formatMoney, formatPrice, formatQuantity } from "../../ui/format.ts";
import type { Language, Translate } from "../../ui/text.tsx";

type RequestContent = Pick<RequestRow, "type" | "transactionInfo">;

export function requestText(t: Translate, language: Language, { type, transactionInfo: info }: RequestContent): string {
  const sum =
    info.sum === undefined
      ? t("admin.requests.words.unknownSum")
      : formatMoney(language, info.sum, info.currency ?? "").trimEnd();
  if (type === "deposit" || type === "withdrawal") {
    const requested = t(`admin.requests.words.${type}`, { sum });
    const inCash = cashToPay(info.sum ?? "0", info.currency ?? "");
    if (inCash === undefined) return requested;
    return `${requested} ${t("portfolios.request.words.inCash", { sum: formatMoney(language, inCash, info.currency ?? "") })}`;
  }

  const ticker = info.instrumentTicker;
  const named = info.instrumentName ?? ticker ?? t("admin.requests.words.unknownName");
  const name = ticker && ticker !== named ? `${named} (${ticker})` : named;
  const first =
    info.quantity === undefined
      ? t(`admin.requests.words.${type}Sum`, { name, sum })
      : t(`admin.requests.words.${type}Quantity`, { name, quantity: formatQuantity(language, info.quantity) });
  if (info.limitPrice === undefined) return first;
  const price = `${formatPrice(language, info.limitPrice, info.currency ?? "")} ${info.currency ?? ""}`.trim();
  return `${first} ${t("admin.requests.words.limit", { price })}`;
}
