/** Deletes records after the retention period: clients' records after the relationship ended, and sign-in records. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Services } from "../../kernel/context.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { readKeeping } from "../documents/removal/retention.ts";
import { dropUnused } from "../files/quarantine.ts";
import { deleteSignIns, emptyAccount, listUnneeded, lockUnneeded } from "./accounts.queries.ts";
import { listTablesByClass, type TableName } from "./classes.ts";
import { endsOf, readPeriods } from "./periods.ts";
import {
  deleteImports,
  deleteOwned,
  type EndedHolder,
  eraseAudit,
  hasBusiness,
  hasClientNumber,
  type Keeping,
  listAbandoned,
  listContents,
  listEnded,
  listRequestIds,
  lockEnded,
  markErased,
} from "./retention.queries.ts";
import { createEraserContext, purgeSignInAudit, purgeSignIns } from "./sign-ins.ts";

/** Condition for a holder's rows in a table. */
export { ownedRows } from "./retention.queries.ts";

const pageSize = 200;

/** Result of a run, as shown to admins. */
export interface Outcome extends Record<string, number> {
  /** Clients whose records were deleted. */
  holders: number;
  /** User accounts that were emptied. */
  accounts: number;
  rows: number;
  files: number;
  /** Folders shared with these clients: the portal deletes none. */
  sharedFolders: number;
  auditEntries: number;
  signIns: number;
  /** Clients whose period is over, but for whom the firm still holds something. */
  kept: number;
  failed: number;
}

type Erasing = Pick<Services, "db" | "files" | "log" | "now">;
interface Erased {
  rows: Record<string, number>;
  auditEntries: number;
  contents: Buffer[];
  sharedFolders: number;
}

/**
 * Deletes everything after its period under the erasing role: one transaction per client, each with an audit entry.
 * Deleted records are not found again, so a second or concurrent run does nothing more; a failure is logged and the
 * others continue.
 */
export async function runRetention(services: Erasing, erasing: Db): Promise<Outcome> {
  const keeping = await readKeeping(services.db);
  const { until, signInsUntil } = endsOf(await readPeriods(services.db), services.now());
  const outcome: Outcome = {
    holders: 0,
    accounts: 0,
    rows: 0,
    files: 0,
    sharedFolders: 0,
    auditEntries: 0,
    signIns: await purgeSignIns(erasing, signInsUntil),
    kept: 0,
    failed: 0,
  };
  outcome.auditEntries += await purgeSignInAudit(erasing, signInsUntil);
  // Companies first, so that persons needed only by them are erased in the same night.
  for (const holderType of ["company", "user"] as const)
    await eraseEnded(services, erasing, outcome, { holderType, until, keeping });
  await eraseAccounts(services, erasing, outcome, keeping);
  return outcome;
}

async function eraseEnded(
  services: Erasing,
  erasing: Db,
  outcome: Outcome,
  { holderType, until, keeping }: { holderType: Holder["holderType"]; until: Date; keeping: readonly Keeping[] },
): Promise<void> {
  let after: EndedHolder | undefined;
  for (;;) {
    const page = await listEnded(erasing, holderType, { until, after, limit: pageSize });
    for (const { id } of page) {
      const holder = { holderType, holderId: id };
      await guarded(services, outcome, holder, async () => {
        const erased = await transact(createEraserContext(erasing), (tx) => eraseHolder(tx, holder, until, keeping));
        if (erased === "kept") outcome.kept += 1;
        else if (erased) await settle(services, outcome, erased, "holders");
      });
    }
    after = page.at(-1);
    if (page.length < pageSize) return;
  }
}

async function eraseAccounts(
  services: Erasing,
  erasing: Db,
  outcome: Outcome,
  keeping: readonly Keeping[],
): Promise<void> {
  for (let after = 0; ; ) {
    const page = await listUnneeded(erasing, after, pageSize);
    for (const id of page) {
      await guarded(services, outcome, { holderType: "user", holderId: id }, async () => {
        const erased = await transact(createEraserContext(erasing), (tx) => eraseAccount(tx, id, keeping));
        if (erased) await settle(services, outcome, erased, "accounts");
      });
      after = id;
    }
    if (page.length < pageSize) return;
  }
}

async function guarded({ log }: Erasing, outcome: Outcome, holder: Holder, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    outcome.failed += 1;
    log.error({ err: error, ...holder }, "what was kept about a client could not be deleted");
  }
}

/** Counts the deletions, and removes file contents that nothing refers to; failures are left to the nightly clean-up. */
async function settle(
  services: Erasing,
  outcome: Outcome,
  { rows, auditEntries, contents, sharedFolders }: Erased,
  what: "holders" | "accounts",
): Promise<void> {
  outcome[what] += 1;
  outcome.auditEntries += auditEntries;
  outcome.sharedFolders += sharedFolders;
  for (const count of Object.values(rows)) outcome.rows += count;
  for (const sha256 of contents) if (await dropUnused(services, sha256)) outcome.files += 1;
}

/** Null if another run was first; `kept` if the firm still holds something for them. */
async function eraseHolder(
  tx: Tx,
  holder: Holder,
  until: Date,
  keeping: readonly Keeping[],
): Promise<Erased | "kept" | null> {
  if (!(await lockEnded(tx, holder, until))) return null;
  if (await hasBusiness(tx, holder, until)) return "kept";
  const abandoned = holder.holderType === "user" ? await listAbandoned(tx, holder.holderId) : [];
  const companies = abandoned.map((holderId): Holder => ({ holderType: "company", holderId }));
  const erased = await eraseRecords(tx, [...companies, holder], keeping);
  tx.audit("holder.recordsErased", holder, { after: howMuch(erased) });
  return erased;
}

/** Erases data added since the records were deleted, and the person's credentials and identity. */
async function eraseAccount(tx: Tx, userId: number, keeping: readonly Keeping[]): Promise<Erased | null> {
  if (!(await lockUnneeded(tx, userId))) return null;
  const holder: Holder = { holderType: "user", holderId: userId };
  const erased = await eraseRecords(tx, [holder], keeping);
  await emptyAccount(tx, userId);
  tx.audit("user.accountErased", userId, { after: howMuch(erased) });
  return erased;
}

/** Everything about these holders but documents with a longer period of their own, in the caller's transaction. */
async function eraseRecords(
  trx: Trx,
  holders: readonly Holder[],
  keeping: readonly Keeping[],
  except: readonly TableName[] = [],
): Promise<Erased> {
  const erased: Erased = { rows: {}, auditEntries: 0, contents: [], sharedFolders: 0 };
  const count = (table: string, rows: number): void => {
    if (rows > 0) erased.rows[table] = (erased.rows[table] ?? 0) + rows;
  };
  for (const holder of holders) {
    erased.contents.push(...(await listContents(trx, holder)));
    if (await hasClientNumber(trx, holder)) erased.sharedFolders += 1;
    const requests = await listRequestIds(trx, holder);
    for (const table of listTablesByClass("holder", "revision", "document", "contract", "ticket", "person", "company"))
      if (!except.includes(table)) count(table, await deleteOwned(trx, table, holder, keeping));
    await markErased(trx, holder);
    const imports = await deleteImports(trx, holder);
    count("import", imports.length);
    erased.auditEntries +=
      (await eraseAudit(trx, holder.holderType, [holder.holderId])) +
      (await eraseAudit(trx, "transactionRequest", requests)) +
      (await eraseAudit(trx, "import", imports));
  }
  return erased;
}

/**
 * Everything about a person who never became a client and asks for it, their account too, with what they signed in with. The
 * request itself stays as the proof.
 */
export async function erasePerson(
  tx: Tx,
  userId: number,
): Promise<{ rows: Record<string, number>; contents: Buffer[] }> {
  const erased = await eraseRecords(tx, [{ holderType: "user", holderId: userId }], [], ["data_erasure"]);
  const signIns = await deleteSignIns(tx, userId);
  await emptyAccount(tx, userId);
  return { rows: { ...erased.rows, ...signIns, audit_entry: erased.auditEntries }, contents: erased.contents };
}

/** Numbers only, never content. */
const howMuch = ({ rows, auditEntries, contents }: Erased) => ({ rows, auditEntries, files: contents.length });
