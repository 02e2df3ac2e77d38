/** Entries of pooled accounts in files: which are new, whose they are, and where they are kept. */
import type { Holder } from "@portico/api/shapes.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { getHolder, getHolderAccount } from "../../holders/holders.ts";
import { findNamed, type NamedBy } from "../matching/references-in-text.ts";
import { type BankFact, findKnownNames, insertBankEntries, insertBooking, keyOfFact } from "./bank-entries.queries.ts";

type NamedHolder = Holder & { name: string; clientNumber: string | null };

/** An entry that names one client. */
export interface NamedFact {
  fact: BankFact;
  holder: NamedHolder;
  /** The one withdrawal that it names. */
  requestId: number | null;
  /** The bank returned the payment of that withdrawal. */
  isReturn: boolean;
}

export interface SortedFacts {
  known: BankFact[];
  named: NamedFact[];
  /** New ones that name nobody, or several. */
  open: BankFact[];
}

const keyOf = ({ holderType, holderId }: Holder): string => `${holderType}/${holderId}`;

/** What references are looked for in. */
const textOf = ({ ownReference, text }: BankFact): string => [ownReference, text].filter(Boolean).join(" ");

/** The holders that exist, by key: digits of a text may look like the reference of nobody. */
async function findExisting(db: Db, named: readonly NamedBy[]): Promise<ReadonlyMap<string, NamedHolder>> {
  const wanted = new Map(
    named.flatMap(({ withdrawals, holders }) => [...withdrawals, ...holders]).map((one) => [keyOf(one), one]),
  );
  const found = new Map<string, NamedHolder>();
  for (const [key, { holderType, holderId }] of wanted) {
    const holder = { holderType, holderId };
    const known = await getHolder(db, holder).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    if (!known) continue;
    const { clientNumber } = await getHolderAccount(db, holder);
    found.set(key, { ...holder, name: known.name, clientNumber });
  }
  return found;
}

function sortOne(
  fact: BankFact,
  { withdrawals, holders }: NamedBy,
  existing: ReadonlyMap<string, NamedHolder>,
): NamedFact | undefined {
  const named = new Set([...withdrawals, ...holders].map(keyOf).filter((key) => existing.has(key)));
  const [key] = named.size === 1 ? named : [];
  const holder = key === undefined ? undefined : existing.get(key);
  if (!holder) return undefined;
  const ids = new Set(withdrawals.map(({ id }) => id));
  const [request] = ids.size === 1 ? withdrawals : [];
  const comes = !fact.amount.startsWith("-");
  return {
    fact,
    holder,
    requestId: request?.id ?? null,
    // Money that comes and names a withdrawal is its payment that came back.
    isReturn: comes && request !== undefined,
  };
}

/** Sorts entries of pooled accounts by what is to be done with them. */
export async function sortFacts(db: Db, facts: readonly BankFact[]): Promise<SortedFacts> {
  const known = new Map<string, Set<string>>();
  for (const [account, own] of Map.groupBy(facts, (fact) => fact.account))
    known.set(
      account,
      await findKnownNames(
        db,
        account,
        own.map(({ name }) => name),
      ),
    );
  const isKnown = ({ account, name }: BankFact): boolean => known.get(account)?.has(name) ?? false;
  const fresh = facts.filter((fact) => !isKnown(fact));
  const named = await findNamed(db, fresh.map(textOf));
  const existing = await findExisting(db, named);
  const sorted: SortedFacts = { known: facts.filter(isKnown), named: [], open: [] };
  for (const [place, fact] of fresh.entries()) {
    const one = sortOne(fact, named[place] ?? { withdrawals: [], holders: [] }, existing);
    if (one) sorted.named.push(one);
    else sorted.open.push(fact);
  }
  return sorted;
}

/** The id of an entry in a ledger; `number` counts how often the bank entry was booked before. */
export const externalIdOf = ({ account, name, part }: BankFact, number = 0): string =>
  `bank:${account}:${name}${part > 0 ? `/${part}` : ""}${number > 0 ? `#${number}` : ""}`;

/**
 * Keeps the new entries of a file. `stateConflict` if another file brought one of them meanwhile; then nothing is booked.
 */
export async function recordFacts(trx: Trx, { named, open }: SortedFacts, importId: number): Promise<void> {
  const facts = [
    ...named.map(({ fact }) => ({ ...fact, state: "booked" as const })),
    ...open.map((fact) => ({ ...fact, state: "open" as const })),
  ];
  const ids = await insertBankEntries(trx, facts, importId);
  if (ids.size !== facts.length) throw new Refusal("stateConflict");
  for (const { fact, holder, requestId, isReturn } of named)
    await insertBooking(trx, holder, {
      entryId: ids.get(keyOfFact(fact)) as number,
      externalId: externalIdOf(fact),
      requestId,
      isReturn,
      how: "reference",
      by: null,
      reason: null,
    });
}
