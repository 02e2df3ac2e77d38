/** What a withdrawal's form contains. */

export interface WithdrawalDraft {
  sum: string;
  currency: string;
  /** Null until one is chosen; then the default of the currency is. */
  accountId: number | null;
  message: string;
}

export const emptyWithdrawal = (currency: string): WithdrawalDraft => ({
  sum: "",
  currency,
  accountId: null,
  message: "",
});

/** Whether there is anything in it that would be missed. */
export const isTypedWithdrawal = ({ sum, message }: WithdrawalDraft): boolean => (sum + message).trim() !== "";

/** The draft in a currency that there is cash of: as typed, or the first. */
export function inHeldCurrency(draft: WithdrawalDraft, cash: readonly { currency: string }[]): WithdrawalDraft {
  const [first] = cash;
  if (!first || cash.some(({ currency }) => currency === draft.currency)) return draft;
  return { ...draft, currency: first.currency, accountId: null };
}
