/** Statements of a file that follow each other: pages of one day, or days. */
import type { ReadAccount } from "../../reading/parsed-file.ts";
import type { BankStatement } from "./bank-statement.ts";

/** What tells two copies of a statement from two statements. */
const keyOf = ({ account, currency, id, number, opening, closing, entries, isNotification }: BankStatement): string =>
  JSON.stringify([
    account,
    currency,
    isNotification,
    id,
    number,
    opening?.day,
    opening?.amount,
    closing?.day,
    closing?.amount,
    entries.map(({ bookedOn, amount, bankReference, ownReference }) => [bookedOn, amount, bankReference, ownReference]),
  ]);

/** Without those that the file has before. */
export function firstOfEach(statements: readonly BankStatement[], repeated: () => void): BankStatement[] {
  const seen = new Set<string>();
  return statements.filter((statement) => {
    const key = keyOf(statement);
    if (seen.has(key)) repeated();
    return !seen.has(key) && seen.add(key);
  });
}

const inOrder = (one: BankStatement, other: BankStatement): number => {
  const [first, second] = [one, other].map(({ opening }) => opening?.day ?? "");
  return first === second ? one.line - other.line : (first ?? "") < (second ?? "") ? -1 : 1;
};

/**
 * What an account's statements say of its cash: per currency, the opening balance of the first and the closing balance of the last.
 * What is missing between two that do not follow each other is then a break.
 */
export function chained(statements: readonly BankStatement[]): Map<string, Pick<ReadAccount, "cash" | "from" | "to">> {
  const chains = new Map<string, Pick<ReadAccount, "cash" | "from" | "to">>();
  for (const [account, own] of Map.groupBy(statements, (statement) => statement.account)) {
    const days = own.flatMap(({ opening, closing, entries }) => [
      ...(opening ? [opening.day] : []),
      ...(closing ? [closing.day] : []),
      ...entries.map(({ bookedOn }) => bookedOn),
    ]);
    const from = days.reduce<string | undefined>(
      (least, day) => (least === undefined || day < least ? day : least),
      undefined,
    );
    const to = days.reduce<string | undefined>(
      (most, day) => (most === undefined || day > most ? day : most),
      undefined,
    );
    const cash = [...Map.groupBy(own, ({ currency }) => currency)].flatMap(([currency, same]) => {
      const ordered = same.filter(({ isNotification }) => !isNotification).toSorted(inOrder);
      const [first, last] = [ordered[0], ordered.at(-1)];
      if (!last?.closing || !first) return [];
      // Entries of notifications are in none of the balances.
      const notified = same.filter(({ isNotification }) => isNotification).length;
      const isComplete = notified === 0 && ordered.every(({ opening, closing }) => opening && closing);
      return [
        {
          currency,
          amount: last.closing.amount,
          ...(isComplete && first.opening && { starting: first.opening.amount }),
        },
      ];
    });
    chains.set(account, { cash, ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  }
  return chains;
}
