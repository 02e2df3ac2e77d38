/** Elections of holders: by the client until the clients' deadline, by staff who heard it until the firm's. */
import { corporateActions as calls } from "@portico/api/corporate-actions.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { type OptionName, optionsOf } from "@portico/api/rules/corporate-actions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { refusalToDecide } from "../holders/holders.policy.ts";
import { findHoldersByClientNumbers, getHolder, getUserNames } from "../holders/holders.ts";
import { getActing, getSigners, isConfirmed } from "../payments/signers/signers.ts";
import { getSetting } from "../settings/settings.ts";
import { type ActionRecord, lockAction } from "./actions.queries.ts";
import { refusalToElect } from "./corporate-actions.policy.ts";
import {
  type ElectionRecord,
  endElection,
  insertElection,
  insertSignature,
  letStand,
  listElections,
  listOpen,
  lockElection,
} from "./elections.queries.ts";
import { findEntitled } from "./entitlement.queries.ts";
import { requireAction } from "./listing.ts";
import { workOut } from "./outcome.ts";
import { toBooked } from "./shares.ts";
import { paramsOf } from "./telling.ts";

/** Locked, so that it is neither cancelled nor changed meanwhile; with the units that entitle the holder. */
async function lockElectable(
  tx: Tx,
  context: Context,
  { id, holder, option, byStaff }: { id: number; holder: Holder; option: OptionName | null; byStaff: boolean },
): Promise<{ action: ActionRecord; units: Decimal }> {
  const action = await lockAction(tx, id);
  if (!action || action.confirmedAt === null) throw new Refusal("notFound");
  enforce(refusalToElect(action, { now: context.now(), byStaff }));
  if (option !== null && !optionsOf(action.type).includes(option))
    throw new Refusal("badInput", { fields: [{ path: "option", code: "notAllowed" }] });
  await lockElection(tx, holder, id);
  const entitled = await findEntitled(tx, action, holder);
  if (!entitled) throw new Refusal("notEntitled");
  return { action, units: new Decimal(entitled.units) };
}

const emitElection = (tx: Tx, { holderType, holderId }: Holder): void =>
  tx.emit("corporateActions:holder", { holderType, holderId });

/** Takes back what stands and what waits: the default counts. */
async function withdraw(tx: Tx, holder: Holder, id: number, note: string | null): Promise<void> {
  for (const open of await listOpen(tx, holder, [id])) {
    await endElection(tx, holder, open.id, "withdrawn");
    tx.audit("corporateAction.electionWithdrawn", holder, {
      before: { action: id, option: open.option },
      after: { ...(note !== null && { note }) },
    });
  }
  await endSigning(tx, holder, id);
  emitElection(tx, holder);
}

/** Lets an election count; what stood before is replaced. */
async function stand(tx: Tx, holder: Holder, open: readonly ElectionRecord[], exceptId?: number): Promise<void> {
  for (const one of open) if (one.id !== exceptId) await endElection(tx, holder, one.id, "replaced");
}

/** The others who act for a company are told once that an election waits for them. */
async function tellSigners(tx: Tx, holder: Holder, action: ActionRecord, by: number): Promise<void> {
  const { timeZone } = await getSetting(tx, "portalRules");
  await tx.notify(holder, {
    type: "action_to_sign",
    params: paramsOf(action, timeZone),
    target_id: action.id,
    created_by: by,
  });
}

/** Nobody is asked to elect the same any more. */
export const endSigning = (tx: Tx, holder: Holder, id: number): Promise<void> =>
  tx.endNews(holder, { types: ["action_to_sign"], target_id: id });

/** Who must sign: as for a withdrawal of what is paid, or where nothing is, for a matter without an amount. */
async function isSigned(
  tx: Tx,
  context: Context,
  holder: Holder,
  { action, units, option, by }: { action: ActionRecord; units: Decimal; option: OptionName; by: readonly number[] },
): Promise<boolean> {
  const entitled = { holder, units, option, cost: null, custodian: null };
  const { net, currency } = workOut(toBooked(action), entitled).outcome;
  const paid =
    currency !== null && net.startsWith("-") ? { amount: net.slice(1), currency, at: context.now() } : undefined;
  return isConfirmed(await getSigners(tx, await getActing(tx, holder), paid), by);
}

/**
 * The client elects, changes the election, or takes it back (`null`). Of a company each of those who sign elects the same option: until
 * enough did, what stood before counts.
 */
export const electByClient = (
  context: Context,
  { id, holderType, holderId }: Parsed<typeof calls.elect>["params"],
  { option }: Parsed<typeof calls.elect>["body"],
): Promise<Answer<typeof calls.elect>> =>
  transact(context, async (tx) => {
    const { userId } = requireViewer(context);
    const holder = { holderType, holderId };
    const { state: holderState } = await getHolder(tx, holder);
    if (holderState !== "postKYC" && holderState !== "pendingReKYC") throw new Refusal("notApproved");
    const { action, units } = await lockElectable(tx, context, { id, holder, option, byStaff: false });
    if (option === null) {
      await withdraw(tx, holder, id, null);
      return { state: null };
    }
    const open = await listOpen(tx, holder, [id]);
    const standing = open.find(({ state }) => state === "standing");
    if (standing?.option === option && open.length === 1) return { state: "standing" };
    const waiting = open.find((one) => one.state === "awaitingSigners" && one.option === option);
    const signedBy = [...new Set([...(waiting?.signedBy ?? []), userId])];
    const isDone = await isSigned(tx, context, holder, { action, units, option, by: signedBy });
    const state = isDone ? "standing" : "awaitingSigners";
    for (const one of open)
      if (one !== waiting && (isDone || one.state === "awaitingSigners"))
        await endElection(tx, holder, one.id, "replaced");
    if (waiting) {
      await insertSignature(tx, holder, waiting.id, userId);
      if (isDone) await letStand(tx, holder, waiting.id);
      tx.audit("corporateAction.electionSigned", holder, { after: { action: id, option, state } });
    } else {
      const made = { actionId: id, option, state, byStaff: false, note: null, electedBy: userId } as const;
      await insertSignature(tx, holder, await insertElection(tx, holder, made), userId);
      tx.audit("corporateAction.elected", holder, { after: { action: id, option, state } });
    }
    // One that was replaced is not to be signed any more; a new one is told anew.
    if (isDone || !waiting) await endSigning(tx, holder, id);
    if (!isDone && !waiting) await tellSigners(tx, holder, action, userId);
    emitElection(tx, holder);
    return { state };
  });

/** Staff record what a client said; nobody for themselves (`fourEyes`). `badInput` for a number that no client has. */
export const electByStaff = (
  context: Context,
  id: number,
  { clientNumber, option, note }: Parsed<typeof calls.recordElection>["body"],
): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    const found = (await findHoldersByClientNumbers(tx, [clientNumber])).get(clientNumber);
    if (!found) throw new Refusal("badInput", { fields: [{ path: "clientNumber", code: "unknown" }] });
    const holder = { holderType: found.holderType, holderId: found.holderId };
    enforce(refusalToDecide(viewer, calls.recordElection, holder));
    await lockElectable(tx, context, { id, holder, option, byStaff: true });
    if (option === null) await withdraw(tx, holder, id, note);
    else {
      await stand(tx, holder, await listOpen(tx, holder, [id]));
      await endSigning(tx, holder, id);
      await insertElection(tx, holder, {
        actionId: id,
        option,
        state: "standing",
        byStaff: true,
        note,
        electedBy: viewer.userId,
      });
      tx.audit("corporateAction.elected", holder, { after: { action: id, option, state: "standing", note } });
      emitElection(tx, holder);
    }
    return { done: true };
  });

/** The newest first, changed and withdrawn ones too. */
export async function listAllElections(
  context: Context,
  id: number,
  { cursor, limit }: Parsed<typeof calls.listElections>["query"],
): Promise<Answer<typeof calls.listElections>> {
  const { db } = context;
  await requireAction(context, id);
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: `elections ${id}` },
    (start) => listElections(db, id, start),
    (row): [string, number] => ["", row.id],
  );
  const names = await getUserNames(db, [...new Set(rows.map(({ electedBy }) => electedBy))]);
  return {
    elections: rows.map(({ id: electionId, holderType, holderId, name, note, endedAt, ...row }) => ({
      ...presentElection(row, names),
      id: electionId,
      holder_type: holderType,
      holder_id: holderId,
      name,
      note,
      endedAt: endedAt?.toISOString() ?? null,
    })),
    nextCursor,
  };
}

/** An election as shown to whom it concerns. */
export const presentElection = (
  {
    option,
    state,
    byStaff,
    electedBy,
    electedAt,
    signedBy,
  }: Pick<ElectionRecord, "option" | "state" | "byStaff" | "electedBy" | "electedAt" | "signedBy">,
  names: ReadonlyMap<number, string>,
) => ({
  option,
  state,
  byStaff,
  electedBy: names.get(electedBy) ?? String(electedBy),
  electedAt: electedAt.toISOString(),
  signed: signedBy.length,
});
