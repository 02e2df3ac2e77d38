/** Keeps what a confirmed file states of its clients' accounts, and has it compared (docs/decisions/0357-reconciliation.md). */
import { normalNumber } from "@portico/api/rules/custodians.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { insertStatements, type NewStatement } from "./statements.queries.ts";

/** An account of a file with what it states at the end of its last day. */
export interface StatedAccount {
  account: string;
  holder: Holder;
  custodianId: number;
  day: string;
  /** Null if the file says nothing of positions; an empty list says that there are none. */
  positions: NewStatement["positions"] | null;
  /** Whether what is not listed is zero. */
  whole: boolean;
  cash: readonly { currency: string; amount: string }[];
}

/** Stores what the accounts state; returns the holders whose accounts are to be compared. */
export async function recordStatements(
  trx: Trx,
  accounts: readonly StatedAccount[],
  importId: number,
): Promise<Holder[]> {
  const statements = accounts.flatMap(
    ({ account, holder, custodianId, day, positions, whole, cash }): NewStatement[] => {
      const of = { holder, custodianId, account: normalNumber(account), day };
      const amounts = new Map(cash.map(({ currency, amount }) => [currency, amount]));
      return [
        ...(positions === null
          ? []
          : [{ ...of, part: "positions" as const, currency: null, amount: null, whole, positions }]),
        ...[...amounts].map(
          ([currency, amount]): NewStatement => ({
            ...of,
            part: "cash",
            currency,
            amount,
            whole: true,
            positions: [],
          }),
        ),
      ];
    },
  );
  // Two accounts of a file whose numbers differ in spaces alone are one: the last one stands.
  const byKey = new Map(
    statements.map((one) => [[one.custodianId, one.account, one.day, one.part, one.currency].join(" "), one]),
  );
  await insertStatements(trx, [...byKey.values()], importId);
  return [
    ...new Map(
      statements.map(({ holder: { holderType, holderId } }) => [`${holderType}/${holderId}`, { holderType, holderId }]),
    ).values(),
  ];
}
