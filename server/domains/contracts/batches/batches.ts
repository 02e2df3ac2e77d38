/** A contract for many holders: who lacks what for it, then a job that sends it to one after another. */

import type { ContractBatch, contracts, TextFault } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { isClosed } from "@portico/api/holder-states.ts";
import { maxBatchRecipients } from "@portico/api/rules/contracts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { eachRow } from "../../../jobs/each-row.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import { type Context, requireViewer, type Services } from "../../../kernel/context.ts";
import { readPage } from "../../../kernel/cursor.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { isHolder } from "../../../kernel/viewer.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { storeContents } from "../../files/files.ts";
import { getHolder } from "../../holders/holders.ts";
import { announceSent, createContract, toNewContract } from "../creation.ts";
import { listGroupMembers } from "../holder.queries.ts";
import { type ContractDraft, type ContractPdf, checkContracts, writeContract } from "../templates/contract-pdf.ts";
import { labelOf } from "../templates/placeholder-labels.ts";
import type { TemplateRecord } from "../templates/templates.queries.ts";
import { getTemplate, isFor } from "../templates/templates.ts";
import { checkData, createContractDraft, requireFilled } from "../templates/typed-values.ts";
import { batchJob } from "./batches.jobs.ts";
import {
  type BatchRecord,
  findBatch,
  finishBatch,
  insertBatch,
  listBatches as listBatchRows,
  listPending,
  listRows,
  lockPending,
  moveBatch,
  nextWaiting,
  settleRow,
} from "./batches.queries.ts";

const newestFirst = "contractBatches";

interface Order {
  contract_data: Readonly<Record<string, string>>;
  to: { group: string } | { holders: readonly Holder[] };
}

const keyOf = ({ holderType, holderId }: Holder): string => `${holderType}/${holderId}`;

/** The recipients without the viewer and companies that the viewer acts for: nobody sends a contract to themselves. */
async function listRecipients(context: Context, { to }: Order): Promise<Holder[]> {
  const viewer = requireViewer(context);
  const named: readonly Holder[] =
    "holders" in to
      ? to.holders
      : (await listGroupMembers(context.db, to.group, maxBatchRecipients + 1)).map((holderId) => ({
          holderType: "user",
          holderId,
        }));
  const holders = [...new Map(named.map((holder) => [keyOf(holder), holder])).values()].filter(
    (holder) => !isHolder(viewer, holder),
  );
  if (holders.length === 0 || holders.length > maxBatchRecipients)
    throw new Refusal("badInput", { fields: [{ path: "to", code: holders.length === 0 ? "required" : "tooBig" }] });
  return holders;
}

async function readOrder(context: Context, type: string, { contract_data }: Order): Promise<TemplateRecord> {
  const template = await getTemplate(context.db, type, null);
  checkData(template.content.fields, contract_data);
  requireFilled(template.content.fields, contract_data, "staff");
  return template;
}

const unfit = (what: string): { faults: TextFault[] } => {
  const label = labelOf(what);
  return { faults: [{ code: "missingValue", line: null, what, ...(label && { label }) }] };
};

/** From what the contract of one recipient is written, or why they get none. */
async function prepareDraft(
  context: Context,
  holder: Holder,
  template: TemplateRecord,
  contract_data: Order["contract_data"],
): Promise<{ draft: ContractDraft } | { faults: TextFault[] }> {
  const { state } = await getHolder(context.db, holder);
  if (!isFor(template, holder)) return unfit("holder.type");
  if (isClosed(state)) return unfit("holder.state");
  return { draft: await createContractDraft(context, holder, template, { contract_data }) };
}

/** The contract of one recipient, or what they lack for it. */
async function writeFor(
  context: Context,
  holder: Holder,
  template: TemplateRecord,
  contract_data: Order["contract_data"],
) {
  const prepared = await prepareDraft(context, holder, template, contract_data);
  if ("faults" in prepared) return prepared;
  const written: ContractPdf | { faults: TextFault[] } = await writeContract(context, holder, prepared.draft);
  return "faults" in written ? written : toNewContract(template, prepared.draft, written);
}

/** What each recipient lacks, by `keyOf`; nothing for those who lack nothing. */
async function findLacking(
  context: Context,
  holders: readonly Holder[],
  template: TemplateRecord,
  contract_data: Order["contract_data"],
): Promise<Map<string, TextFault[]>> {
  const prepared = await Promise.all(
    holders.map(async (holder) => ({ holder, ...(await prepareDraft(context, holder, template, contract_data)) })),
  );
  const writable = prepared.filter((one) => "draft" in one);
  const found = await checkContracts(context, writable);
  return new Map([
    ...prepared.flatMap((one) => ("faults" in one ? [[keyOf(one.holder), one.faults] as const] : [])),
    ...writable.map(({ holder }, index) => [keyOf(holder), found[index] ?? []] as const),
  ]);
}

/** Recipients whose data is read at once: few, because other calls share the connections to the database. */
const readAtOnce = 4;

/** Who would get the contract, and what they lack. No PDF is written. */
export async function previewBatch(
  context: Context,
  type: string,
  order: Order,
): Promise<Answer<typeof contracts.previewBatch>> {
  const template = await readOrder(context, type, order);
  const holders = await listRecipients(context, order);
  const pending = await listPending(context.db, type, holders);
  const recipients: Answer<typeof contracts.previewBatch>["recipients"] = [];
  for (let start = 0; start < holders.length; start += readAtOnce) {
    const some = holders.slice(start, start + readAtOnce);
    const lacking = await findLacking(context, some, template, order.contract_data);
    for (const holder of some)
      recipients.push({
        holder_type: holder.holderType,
        holder_id: holder.holderId,
        name: (await getHolder(context.db, holder)).name,
        faults: lacking.get(keyOf(holder)) ?? [],
        pending: pending.has(keyOf(holder)),
      });
  }
  return { recipients };
}

const described = (row: BatchRecord): ContractBatch => ({
  id: row.id,
  contract_type: row.contract_type,
  template_version: row.template_version,
  state: row.state,
  total: row.total,
  sent: row.sent,
  failed: row.failed,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
});

async function readBatch(context: Pick<Context, "db">, id: number): Promise<BatchRecord> {
  const row = await findBatch(context.db, id);
  if (!row) throw new Refusal("notFound");
  return row;
}

/** Starts a batch; the job does it. */
export async function startBatch(
  context: Context,
  type: string,
  order: Order,
): Promise<Answer<typeof contracts.startBatch>> {
  const { userId } = requireViewer(context);
  const template = await readOrder(context, type, order);
  const holders = await listRecipients(context, order);
  for (const holder of holders) await getHolder(context.db, holder);
  const id = await transact(context, async (tx) => {
    const { version } = template;
    const batchId = await insertBatch(tx, { type, version, data: order.contract_data, userId, holders });
    tx.audit("contractTemplate.sent", type, { after: { batch: batchId, version, recipients: holders.length } });
    await tx.enqueue(batchJob, { id: batchId });
    tx.emit("contractBatches:changed", {});
    return batchId;
  });
  return described(await readBatch(context, id));
}

/** Pages of batches, the newest first. */
export async function listBatches(
  { db }: Context,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Answer<typeof contracts.listBatches>> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: newestFirst },
    (start) => listBatchRows(db, { before: start.after?.id, limit: start.limit }),
    ({ id }) => [String(id), id],
  );
  return { batches: rows.map(described), nextCursor };
}

export async function getBatch(context: Context, id: number): Promise<Answer<typeof contracts.getBatch>> {
  const batch = await readBatch(context, id);
  return { ...described(batch), rows: await listRows(context.db, id, maxBatchRecipients) };
}

const leaves: Record<"running" | "paused" | "cancelled", readonly ContractBatch["state"][]> = {
  running: ["paused"],
  paused: ["running"],
  cancelled: ["running", "paused"],
};

/** Pauses, resumes or cancels a batch; what was sent stays sent. */
export async function setBatchState(
  context: Context,
  id: number,
  to: "running" | "paused" | "cancelled",
): Promise<Answer<typeof contracts.setBatchState>> {
  const { contract_type } = await readBatch(context, id);
  await transact(context, async (tx) => {
    if (!(await moveBatch(tx, id, { from: leaves[to], to }))) throw new Refusal("stateConflict");
    if (to === "running") await tx.enqueue(batchJob, { id });
    tx.audit("contractTemplate.sendingChanged", contract_type, { after: { batch: id, state: to } });
    tx.emit("contractBatches:changed", {});
  });
  return described(await readBatch(context, id));
}

/**
 * Sends to the recipients who wait, in the name of who started it, until it is done, paused or cancelled. Safe to
 * repeat and to run twice: a recipient's row and their contract are written in one transaction. Throws after the last
 * one if it failed for some, so that the job is repeated for them.
 */
export async function runBatch(services: Services, id: number): Promise<void> {
  const context = systemContext(services, "contracts");
  const batch = await findBatch(services.db, id);
  if (!batch) return;
  const template = await getTemplate(services.db, batch.contract_type, batch.template_version);
  const { failed } = await eachRow<Holder>(
    services.log,
    {
      list: (after) => nextWaiting(services.db, id, after),
      work: (holder) => sendOne(context, batch, template, holder),
      name: (holder) => ({ batch: id, ...holder }),
    },
    "a contract could not be sent to one of many",
  );
  if (failed > 0) throw new Error(`batch ${id} failed for ${failed} recipients`);
  await transact(context, async (tx) => {
    if (await finishBatch(tx, id)) tx.emit("contractBatches:changed", {});
  });
}

/**
 * False if the recipient lacks something or a contract of the template awaits them already, or if another run, a pause
 * or a cancellation was first.
 */
async function sendOne(
  context: Context,
  { id, contract_type, contract_data, created_by_id: userId }: BatchRecord,
  template: TemplateRecord,
  holder: Holder,
): Promise<boolean> {
  const contract = await writeFor(context, holder, template, contract_data);
  if ("faults" in contract) {
    await transact(context, async (tx) => {
      await settleRow(tx, id, holder, { contractId: null, faults: contract.faults });
      tx.emit("contractBatches:changed", {});
    });
    return false;
  }
  return storeContents(context, [contract.content], async (tx, [sha256]) => {
    await lockPending(tx, contract_type, holder);
    if ((await listPending(tx, contract_type, [holder])).size > 0) {
      await settleRow(tx, id, holder, { contractId: null, faults: [] });
      tx.emit("contractBatches:changed", {});
      return false;
    }
    const state = "awaitingClient";
    const place = { sha256, state, byAdmin: true, userId, previous: null } as const;
    const contractId = await createContract(tx, holder, contract, place);
    if (!(await settleRow(tx, id, holder, { contractId, faults: [] }))) throw new Settled();
    await announceSent(tx, holder, contractId, contract, sha256);
    tx.emit("contractBatches:changed", {});
    return true;
  }).catch((error: unknown) => {
    if (error instanceof Settled) return false;
    throw error;
  });
}

/** Another run, a pause or a cancellation was first; the transaction leaves nothing. */
class Settled extends Error {}
