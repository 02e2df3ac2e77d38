/** Erases what a person asked for, under the erasing role, once. */
import type { ErasureClass } from "@portico/api/rules/data-rights.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { dropUnused } from "../../files/quarantine.ts";
import { erasePerson } from "../../retention/retention.ts";
import { createEraserContext } from "../../retention/sign-ins.ts";
import { lockHolder } from "../holds/holds.queries.ts";
import { listErasable } from "./erasures.policy.ts";
import { type ErasureRow, endErasure, eraseClass, findErasure, findFacts } from "./erasures.queries.ts";

/**
 * Erases the classes of a confirmed request in one transaction, with the proof in the audit log. Under a hold, or if the person has
 * become a client since, nothing is erased, and the request says why.
 */
export async function eraseAsked(services: Services, erasing: Db, id: number): Promise<void> {
  const row = await findErasure(services.db, id);
  if (row?.state !== "waiting") return;
  const contents = await transact(createEraserContext(erasing), (tx) => erase(tx, row));
  for (const sha256 of contents) await dropUnused(services, sha256);
  await transact(systemContext(services, "data-rights"), async (tx) => {
    tx.emit("dataRights", holderOf(row));
    tx.rightsChanged({ userIds: [row.holder_id], companyIds: [] });
  });
}

async function erase(tx: Tx, row: ErasureRow): Promise<Buffer[]> {
  const holder = holderOf(row);
  const classes = row.classes as ErasureClass[];
  await lockHolder(tx, holder);
  const facts = await findFacts(tx, row.holder_id);
  const allowed = facts ? listErasable(facts) : [];
  const refusal = facts?.held ? "held" : classes.some((one) => !allowed.includes(one)) ? "changed" : null;
  if (refusal !== null) {
    if (await endErasure(tx, row.id, { refusal }))
      tx.audit("erasure.refused", holder, { after: { erasure: row.id, refusal } });
    return [];
  }
  const outcome: Record<string, number> = {};
  const contents: Buffer[] = [];
  for (const one of classes) {
    const erased =
      one === "everything" ? await erasePerson(tx, row.holder_id) : await eraseClass(tx, row.holder_id, one);
    for (const [table, count] of Object.entries(erased.rows)) outcome[table] = (outcome[table] ?? 0) + count;
    contents.push(...erased.contents);
  }
  if (!(await endErasure(tx, row.id, { outcome }))) throw new Error("The erasure was ended by another run");
  tx.audit("erasure.done", holder, { after: { erasure: row.id, classes, rows: outcome } });
  return contents;
}
