/** The input of a request, its errors, and what is sent. Amounts stay text, exact as typed. */
import type { RequestRow } from "@portico/api/payments/requests.ts";
import type { Language } from "@portico/messages/text.ts";
import { digitsOf } from "../../ui/format.ts";
import { readAmount } from "../../ui/typed-amount.ts";

/** Deposits and withdrawals are on the page of money. */
export const tradeTypes = ["buy", "sell"] as const;
export type RequestType = (typeof tradeTypes)[number];

export interface RequestDraft {
  type: RequestType;
  by: "quantity" | "sum";
  instrument?: { id?: number; name: string; currency?: string | undefined; owned?: number | undefined } | undefined;
  quantity: string;
  sum: string;
  currency: string;
  limitPrice: string;
  message: string;
}

export const emptyDraft = (type: RequestType, currency: string): RequestDraft => ({
  type,
  by: "quantity",
  quantity: "",
  sum: "",
  currency,
  limitPrice: "",
  message: "",
});

/** Whether there is anything in it that would be missed. */
export const isTypedRequest = ({ instrument, quantity, sum, limitPrice, message }: RequestDraft): boolean =>
  instrument !== undefined || [quantity, sum, limitPrice, message].some((text) => text.trim() !== "");

/** A non-negative amount within the digits allowed for a request; undefined for anything else. */
export function readDecimal(language: Language, text: string): string | undefined {
  const plain = readAmount(language, text);
  return plain !== undefined && /^\d{1,15}(\.\d{1,8})?$/.test(plain) ? plain : undefined;
}

const decimalsOf = (decimal: string): number => (decimal.split(".")[1] ?? "").replace(/(?<!0)0+$/, "").length;
const isPositive = (text: string | undefined): text is string => text !== undefined && Number(text) > 0;

const needsSum = (draft: RequestDraft): boolean => draft.by === "sum";

type DraftFault = "sum" | "quantity" | "tooMany" | "instrument" | "limit";

/** Three decimals for a currency with fewer may be meant as thousands: "1,500". */
const isAmbiguous = (sum: string, digits: number): boolean => digits < 3 && sum.split(".")[1]?.length === 3;

/** Errors by field. */
export function draftFaults(
  language: Language,
  draft: RequestDraft,
): Partial<Record<"sum" | "quantity" | "instrument" | "limit", DraftFault>> {
  const faults: ReturnType<typeof draftFaults> = {};
  const sum = readDecimal(language, draft.sum);
  const quantity = readDecimal(language, draft.quantity);
  if (needsSum(draft)) {
    const digits = digitsOf(draft.currency);
    if (!isPositive(sum) || decimalsOf(sum) > digits || isAmbiguous(sum, digits)) faults.sum = "sum";
  } else if (!isPositive(quantity)) faults.quantity = "quantity";
  else if (draft.type === "sell" && draft.instrument?.owned !== undefined && Number(quantity) > draft.instrument.owned)
    faults.quantity = "tooMany";
  if (!draft.instrument) faults.instrument = "instrument";
  if (draft.limitPrice.trim() && !isPositive(readDecimal(language, draft.limitPrice))) faults.limit = "limit";
  return faults;
}

/** The request in the call's format, for a draft without errors. */
export function toTransactionInfo(language: Language, draft: RequestDraft): RequestRow["transactionInfo"] {
  const sum = needsSum(draft) ? readDecimal(language, draft.sum) : undefined;
  const quantity = needsSum(draft) ? undefined : readDecimal(language, draft.quantity);
  const limitPrice = readDecimal(language, draft.limitPrice);
  const { instrument } = draft;
  return {
    ...(instrument?.id !== undefined
      ? { instrumentId: instrument.id }
      : instrument && { instrumentName: instrument.name }),
    ...(quantity && { quantity }),
    ...(sum && { sum, currency: draft.currency }),
    ...(limitPrice && { limitPrice }),
  };
}
