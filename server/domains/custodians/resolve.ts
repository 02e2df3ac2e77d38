/** Whose the accounts of a file are: the only place that decides it (docs/decisions/0356-custodians-and-accounts.md). */
import { type AccountPurpose, normalNumber } from "@portico/api/rules/custodians.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../kernel/transaction.ts";
import { findHoldersByClientNumbers } from "../holders/holders.ts";
import { findAccounts } from "./accounts.queries.ts";
import { findCustodianName } from "./custodians.queries.ts";

/** A client's account, as entries are booked through it. */
export interface FoundAccount {
  holder: Holder & { name: string };
  /** Null if it is not known whose the account is. */
  custodian: { id: number; name: string } | null;
  /** Before the ids of its entries, so that equal rows of two accounts of one holder are two; empty of a client number. */
  idPrefix: string;
}

export interface ResolvedAccounts {
  /** By account as it is written in the file. */
  found: Map<string, FoundAccount>;
  /** Accounts that are recorded and that nothing is booked through. */
  others: Map<string, { purpose: AccountPurpose; ended: boolean; custodian: { id: number; name: string } }>;
  /** Accounts of several custodians, of whom it is not known which one is meant: their names. */
  ambiguous: Map<string, string[]>;
}

/** Entries of an account are apart from equal ones of another account of the holder. */
const prefixOf = ({ number, ownIds }: { number: string; ownIds: boolean }): string => (ownIds ? `@${number}/` : "");

/**
 * Holders of accounts: of an account that is linked at the file's custodian its holder, or else who has it as client number.
 * Without a custodian an account linked at just one counts; of several it is not decided.
 */
export async function findHoldersOfAccounts(
  db: Db,
  accounts: readonly string[],
  custodianId?: number | null,
): Promise<ResolvedAccounts> {
  const resolved: ResolvedAccounts = { found: new Map(), others: new Map(), ambiguous: new Map() };
  const records = Map.groupBy(await findAccounts(db, [...new Set(accounts.map(normalNumber))]), ({ number }) => number);
  const sender = custodianId ? await findCustodianName(db, custodianId) : undefined;
  const open: string[] = [];
  for (const account of accounts) {
    const known = (records.get(normalNumber(account)) ?? []).filter(
      (one) => !custodianId || one.custodianId === custodianId,
    );
    const [record] = known;
    if (!record) open.push(account);
    else if (known.length > 1)
      resolved.ambiguous.set(
        account,
        known.map((one) => one.custodian),
      );
    else {
      const custodian = { id: record.custodianId, name: record.custodian };
      const { holderType, holderId, holderName, purpose, endedAt } = record;
      if (holderType === null || holderId === null || endedAt !== null)
        resolved.others.set(account, { purpose, ended: endedAt !== null, custodian });
      else
        resolved.found.set(account, {
          holder: { holderType, holderId, name: holderName ?? "" },
          custodian,
          idPrefix: prefixOf(record),
        });
    }
  }
  const custodian = custodianId && sender ? { id: custodianId, name: sender.name } : null;
  for (const [account, holder] of await findHoldersByClientNumbers(db, open))
    resolved.found.set(account, { holder, custodian, idPrefix: "" });
  return resolved;
}
