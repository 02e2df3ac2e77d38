/**
 * Statements of the firm's pooled accounts: each entry that names a client is booked for it, all others wait on the staff's list
 * (payments/bank-entries).
 */
import type { ImportedBankAccount } from "@portico/api/imports.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { FoundAccount } from "../../custodians/resolve.ts";
import type { BankFact } from "../../payments/bank-entries/bank-entries.queries.ts";
import { findPooledAccounts, type PooledAccount } from "../../payments/bank-entries/pooled-accounts.ts";
import { externalIdOf, type NamedFact, type SortedFacts, sortFacts } from "../../payments/bank-entries/recording.ts";
import { type BankEntry, type BankStatement, breakOf } from "../formats/bank/bank-statement.ts";
import { descriptionOf } from "../formats/bank/ledger-entry.ts";
import { entryBook } from "../reading/identity.ts";
import { getOrAddAccount, type ReadFile } from "../reading/parsed-file.ts";
import { isNegative, isZero, negated, sum } from "../reading/values.ts";

export interface Pooled {
  facts: SortedFacts;
  accounts: ImportedBankAccount[];
  /** The clients for whom entries are booked, by the account that `addPooled` makes for each. */
  found: ReadonlyMap<string, FoundAccount>;
  lineOf: ReadonlyMap<BankFact, number>;
}

/** What an entry is kept as; a batch whose payments make its amount, as each of these. */
function factsOf(entry: BankEntry, common: Pick<BankFact, "account" | "bank" | "name">): BankFact[] {
  const { payments, amount } = entry;
  const fact: BankFact = {
    ...common,
    part: 0,
    bookedOn: entry.bookedOn,
    valueOn: entry.valueOn ?? null,
    currency: entry.currency,
    amount,
    bankReference: entry.bankReference ?? null,
    ownReference: entry.ownReference ?? null,
    counterparty: entry.counterparty ?? null,
    counterpartyAccount: entry.counterpartyAccount ?? null,
    text: entry.text,
    code: entry.code?.code ?? null,
    isReversal: entry.isReversal,
    returnReason: entry.returnReason ?? null,
  };
  const amounts = payments.flatMap((payment) => payment.amount ?? []);
  const isWhole = amounts.length === payments.length && amounts.length > 0 && sum(...amounts) === amount;
  if (!isWhole || amounts.some(isZero))
    return [{ ...fact, text: payments.length > 0 ? descriptionOf(entry) : entry.text }];
  return payments.map((payment, place) => ({
    ...fact,
    part: place + 1,
    amount: payment.amount ?? "0",
    ownReference: payment.ownReference ?? null,
    counterparty: payment.counterparty ?? null,
    counterpartyAccount: payment.counterpartyAccount ?? null,
    text: payment.text,
    returnReason: payment.returnReason ?? entry.returnReason ?? null,
  }));
}

/** What is said of pooled accounts as of a client's own is taken out of the file; faults of their statements stay. */
function takeOut(file: ReadFile, accounts: ReadonlySet<string>): void {
  const isOther = ({ account, code }: { account: string | null; code?: string }): boolean =>
    account === null || !accounts.has(account) || (code !== undefined && code !== "unknownKind");
  file.entries = file.entries.filter(isOther);
  file.refusals = file.refusals.filter(isOther);
  file.undecided = file.undecided.filter(isOther);
  for (const account of accounts) file.accounts.delete(account);
}

/** The account under which the file has what is booked for a client. */
const keyOf = ({ fact, holder }: NamedFact): string =>
  `${holder.clientNumber ?? `${holder.holderType} ${holder.holderId}`} · …${fact.account.slice(-4)}`.slice(-40);

/**
 * Adds to a file the entries of the clients' ledgers, after its other accounts were found. What the bank takes back becomes the
 * reversal of what it booked, if that is found.
 */
export function addPooled(file: ReadFile, { facts: { named }, lineOf }: Pooled): void {
  const book = entryBook(file.entries, (entry) => {
    throw new Error(`two entries of a pooled account have the id ${entry.externalId}`);
  });
  for (const one of named) {
    const { fact, isReturn } = one;
    const line = lineOf.get(fact) ?? 0;
    const { account } = getOrAddAccount(file, keyOf(one), line);
    const comes = !isNegative(fact.amount);
    const description = [fact.ownReference, fact.counterparty, fact.text].filter(Boolean).join(" · ");
    book.add({
      line,
      account,
      id: externalIdOf(fact),
      kind: comes ? "deposit" : "withdrawal",
      day: fact.bookedOn,
      currency: fact.currency,
      amount: fact.amount,
      ...(description !== "" && { description: description.slice(0, 1000) }),
      custodian: fact.bank.slice(0, 100),
      ...(fact.isReversal &&
        !isReturn && {
          undoes: {
            kind: comes ? "withdrawal" : "deposit",
            currency: fact.currency,
            amount: negated(fact.amount),
            figures: "same",
            otherwise: "booked",
          },
        }),
    });
  }
}

const accountOf = (
  statement: BankStatement,
  { bank }: PooledAccount,
  { known, named, open }: SortedFacts,
): ImportedBankAccount => {
  const ofDays = (facts: readonly BankFact[]): number =>
    facts.filter(({ account }) => account === statement.account).length;
  return {
    account: statement.account,
    bank,
    currency: statement.currency,
    opening: statement.opening?.amount ?? null,
    closing: statement.closing?.amount ?? null,
    difference: breakOf(statement) ?? null,
    known: ofDays(known),
    booked: ofDays(named.map(({ fact }) => fact)),
    open: ofDays(open),
  };
};

/** One row per account and currency: opening of the first, closing of the last. */
function listAccounts(
  statements: readonly BankStatement[],
  pooled: ReadonlyMap<string, PooledAccount>,
  facts: SortedFacts,
): ImportedBankAccount[] {
  const groups = Map.groupBy(statements, ({ account, currency }) => `${account} ${currency}`);
  return [...groups.values()].flatMap((own) => {
    const [first, last] = [own[0], own.at(-1)];
    const account = first && pooled.get(first.account);
    if (!first || !last || !account) return [];
    return [
      {
        ...accountOf(first, account, facts),
        closing: last.closing?.amount ?? null,
        difference: own.map(breakOf).find((rest) => rest !== null && rest !== undefined) ?? null,
      },
    ];
  });
}

/** Takes the statements of pooled accounts out of a file, and sorts their entries; undefined if it has none. */
export async function takePooled(db: Db, file: ReadFile, custodianId?: number | null): Promise<Pooled | undefined> {
  const { bank } = file;
  if (!bank) return undefined;
  const pooled = await findPooledAccounts(db, [...file.accounts.keys()], custodianId);
  if (pooled.size === 0) return undefined;
  const statements = bank.statements.filter(({ account }) => pooled.has(account));
  const lineOf = new Map<BankFact, number>();
  const facts = statements.flatMap(({ account, entries }) =>
    entries.flatMap((entry) => {
      const name = bank.names.get(entry);
      if (name === undefined) return [];
      const made = factsOf(entry, { account, bank: pooled.get(account)?.bank ?? "", name });
      for (const fact of made) lineOf.set(fact, entry.line);
      return made;
    }),
  );
  takeOut(file, new Set(pooled.keys()));
  const sorted = await sortFacts(db, facts);
  return {
    facts: sorted,
    lineOf,
    accounts: listAccounts(statements, pooled, sorted),
    found: new Map(sorted.named.map((one) => [keyOf(one), { holder: one.holder, custodian: null, idPrefix: "" }])),
  };
}
