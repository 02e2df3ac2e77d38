/** An entry of an account statement as an entry of a ledger. */
import { cut } from "../../../../kernel/cut.ts";
import type { Day, EntryKind } from "../../../portfolios/ledger/entries.ts";
import type { NamelessEntry } from "../../reading/identity.ts";
import { RefusedRow } from "../../reading/parsed-file.ts";
import { isNegative, negated } from "../../reading/values.ts";
import type { BankEntry, BankStatement } from "./bank-statement.ts";

const longest = 1000;

/** What a person reads, and in which references are looked for: the order's own reference, who, and what for. */
export const descriptionOf = ({ ownReference, counterparty, text, payments }: BankEntry): string =>
  cut(
    [
      ownReference,
      counterparty,
      text,
      ...payments.map(({ ownReference: own, text: of }) => [own, of].filter(Boolean).join(" ")),
    ]
      .filter(Boolean)
      .join(" · "),
    longest,
  );

interface Given {
  /** Of the entry within its account. */
  name: string;
  kind: EntryKind;
  today: Day;
}

/**
 * The entry of a client's own account. What the bank takes back becomes the reversal of what it booked, if that is found by its
 * figures. Throws a RefusedRow for a day to come.
 */
export function ledgerEntryOf(
  { account }: Pick<BankStatement, "account">,
  entry: BankEntry,
  { name, kind, today }: Given,
): NamelessEntry {
  const { line, bookedOn, amount, currency, isReversal } = entry;
  if (bookedOn > today) throw new RefusedRow("futureDate", bookedOn);
  const description = descriptionOf(entry);
  const taken = isNegative(amount) ? ("deposit" as const) : ("withdrawal" as const);
  const isPayment = kind === "deposit" || kind === "withdrawal";
  return {
    line,
    account,
    id: `bank:${account}:${name}`,
    kind,
    day: bookedOn,
    currency,
    amount,
    ...(description !== "" && { description }),
    ...(isReversal && {
      undoes: {
        kind: isPayment ? taken : kind,
        currency,
        amount: negated(amount),
        figures: "same" as const,
        otherwise: "booked" as const,
      },
    }),
  };
}
