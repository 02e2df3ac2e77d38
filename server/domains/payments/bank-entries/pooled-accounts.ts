/** The firm's accounts where clients' money lies together: recorded as such, or those where clients pay in. */
import { normaliseIban } from "@portico/kyc/iban.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { findHoldersOfAccounts } from "../../custodians/resolve.ts";
import { getSetting } from "../../settings/settings.ts";

export interface PooledAccount {
  /** The bank's name, which the entries booked for clients name as where the money lies. */
  bank: string;
}

/** Those of the accounts, as statements write them, that are the firm's pooled ones. */
export async function findPooledAccounts(
  db: Db,
  accounts: readonly string[],
  custodianId?: number | null,
): Promise<Map<string, PooledAccount>> {
  const { others } = await findHoldersOfAccounts(db, accounts, custodianId);
  const { accounts: own } = await getSetting(db, "depositInstructions");
  const banks = new Map(own.map(({ iban, bank }) => [iban, bank]));
  return new Map(
    accounts.flatMap((account) => {
      const recorded = others.get(account);
      const bank = recorded
        ? recorded.purpose === "pooled" && !recorded.ended
          ? recorded.custodian.name
          : undefined
        : banks.get(normaliseIban(account));
      return bank === undefined ? [] : [[account, { bank }] as const];
    }),
  );
}
