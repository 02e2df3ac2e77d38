/** What a bank's codes mean: read for its files, and saved by staff (docs/decisions/0363-codes-of-banks.md). */
import type { SavedCode, UsedCode } from "@portico/api/custodians/bank-codes.ts";
import { custodians as calls } from "@portico/api/custodians.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { type BankCodeKind, bankCodeLimits, normalNumber } from "@portico/api/rules/custodians.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { canOf, enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { findAccounts } from "./accounts.queries.ts";
import { listCodeRows, listCodesByCustodian, listMappedCodes, upsertCode } from "./bank-codes.queries.ts";
import { refusalToSaveCodes } from "./custodians.policy.ts";
import { findCustodian, lockCustodian } from "./custodians.queries.ts";

/** What a bank calls its entries, and whose list it is. */
export interface BankCodes {
  custodian: { id: number; name: string };
  kinds: ReadonlyMap<string, BankCodeKind>;
}

/** `notFound` for a custodian that is not known. */
export async function listCodes(context: Context, id: number): Promise<Answer<typeof calls.listCodes>> {
  const custodian = await findCustodian(context.db, id);
  if (!custodian) throw new Refusal("notFound");
  const rows = await listMappedCodes(context.db, id);
  return {
    codes: rows.map(({ savedAt, savedBy, ...row }) => ({
      ...row,
      saved_at: savedAt.toISOString(),
      saved_by: savedBy,
    })),
    can: canOf({ save: refusalToSaveCodes(requireViewer(context), custodian) }),
  };
}

/**
 * Saves what codes mean, all or none. `stateConflict` if one of them was saved since it was seen; what is so already is left as it is,
 * so that two people who say the same do not hinder each other. `badInput` if the bank has too many.
 */
export const saveCodes = (context: Context, id: number, saved: readonly SavedCode[]): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    const custodian = await lockCustodian(tx, id);
    if (!custodian) throw new Refusal("notFound");
    enforce(refusalToSaveCodes(viewer, custodian));
    const rows = new Map((await listCodeRows(tx, id)).map((row) => [row.code, row]));
    for (const { code, kind, version } of saved) {
      const before = rows.get(code);
      if ((before?.kind ?? null) === kind) continue;
      if ((before?.kind ? before.version : null) !== version) throw new Refusal("stateConflict");
      await upsertCode(tx, id, { code, kind, by: viewer.userId });
      rows.set(code, { code, kind, version: (before?.version ?? 0) + 1 });
      tx.audit("custodian.codeMapped", id, { before: { code, kind: before?.kind ?? null }, after: { code, kind } });
    }
    if ([...rows.values()].filter(({ kind }) => kind !== null).length > bankCodeLimits.count)
      throw new Refusal("badInput", { fields: [{ path: "codes", code: "quotaFull" }] });
    tx.emit("custodians:changed", {});
    return { done: true };
  });

/**
 * The codes of the bank that keeps each account: of the file's sender, or else of the only custodian that has recorded the account.
 * None of an account of whose bank nothing is known. `before`: the codes that a file was read with before, instead of those of today.
 */
export async function findBankCodes(
  db: Db,
  accounts: readonly string[],
  senderId: number | null | undefined,
  before?: readonly UsedCode[],
): Promise<Map<string, BankCodes>> {
  const keepers = senderId
    ? new Map(accounts.map((account) => [account, senderId] as const))
    : await findKeepers(db, accounts);
  const tables = new Map<number, { custodian: BankCodes["custodian"]; kinds: Map<string, BankCodeKind> }>();
  for (const { custodian, code, kind } of before ?? (await listCodesByCustodian(db, [...new Set(keepers.values())]))) {
    const table = tables.get(custodian.id) ?? { custodian, kinds: new Map() };
    tables.set(custodian.id, table);
    table.kinds.set(code, kind);
  }
  return new Map(
    [...keepers].flatMap(([account, custodian]) => {
      const table = tables.get(custodian);
      return table ? [[account, table] as const] : [];
    }),
  );
}

async function findKeepers(db: Db, accounts: readonly string[]): Promise<Map<string, number>> {
  const records = Map.groupBy(await findAccounts(db, [...new Set(accounts.map(normalNumber))]), ({ number }) => number);
  return new Map(
    accounts.flatMap((account) => {
      const [record, other] = records.get(normalNumber(account)) ?? [];
      return record && !other ? [[account, record.custodianId] as const] : [];
    }),
  );
}
