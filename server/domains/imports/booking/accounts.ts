/** Whose the accounts of a file are, and why nothing is booked through one. */
import type { ImportRefusal } from "@portico/api/imports.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { type FoundAccount, findHoldersOfAccounts, type ResolvedAccounts } from "../../custodians/resolve.ts";
import type { Decisions } from "../questions/decisions.ts";
import { leaveOutAccounts } from "../questions/refused-rows.ts";
import type { ReadFile } from "../reading/parsed-file.ts";

/** Why an account is refused. */
function refusalOf({ others, ambiguous }: ResolvedAccounts, account: string): Pick<ImportRefusal, "code" | "detail"> {
  const custodians = ambiguous.get(account);
  if (custodians) return { code: "ambiguousAccount", detail: `${account}: ${custodians.join(", ")}` };
  const other = others.get(account);
  if (!other) return { code: "unknownAccount", detail: account };
  return { code: "notClientsAccount", detail: `${account} (${other.custodian.name})` };
}

export interface AccountsOfFile {
  accounts: Map<string, FoundAccount>;
  refusals: ImportRefusal[];
  /** Accounts that nobody has. */
  unknown: string[];
}

/** Finds the clients of a file's accounts; leaves out those about which a colleague decided so. */
export async function findFileAccounts(
  trx: Trx,
  { file, decisions, custodianId }: { file: ReadFile; decisions: Decisions; custodianId: number | null },
): Promise<AccountsOfFile> {
  const resolved = await findHoldersOfAccounts(trx, [...file.accounts.keys()], custodianId);
  const { found, others, ambiguous } = resolved;
  const unknown = [...file.accounts.keys()].filter((one) => !found.has(one) && !others.has(one) && !ambiguous.has(one));
  const refusals = leaveOutAccounts(file, decisions, (one) => (found.has(one) ? null : refusalOf(resolved, one)));
  return { accounts: found, refusals, unknown };
}
