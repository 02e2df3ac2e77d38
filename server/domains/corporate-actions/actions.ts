/** Corporate actions: announced, corrected, confirmed and cancelled; each change is a version. */
import { type ActionTerms, corporateActions as calls } from "@portico/api/corporate-actions.ts";
import type { Parsed } from "@portico/api/endpoint.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import { optionsOf, termFaults } from "@portico/api/rules/corporate-actions.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { getInstruments } from "../market-data/market-data.ts";
import { needsTwo } from "../proposals/proposals.ts";
import { getSetting } from "../settings/settings.ts";
import {
  type ActionContent,
  type ActionRecord,
  findTwin,
  insertAction,
  keepVersion,
  lockAction,
  lockActionsOf,
  moveAction,
  updateContent,
} from "./actions.queries.ts";
import { dropIncome, stateIncome } from "./announced-income.ts";
import { keyOfTelling, tellActionJob } from "./corporate-actions.jobs.ts";
import { refusalToCancel, refusalToChange, refusalToConfirm } from "./corporate-actions.policy.ts";
import { lapseAll } from "./elections.queries.ts";
import { endSigning } from "./elections.ts";
import { instantIn } from "./local-time.ts";
import { dropPreviews } from "./runs.queries.ts";

type Stated = Parsed<typeof calls.create>["body"];
interface Fault {
  path: string;
  code: FieldCode;
}

/** What contradicts itself in what was typed. */
function faultsOf({
  type,
  terms,
  exDay,
  recordDay,
  payDay,
  defaultOption,
  deadline,
  clientDeadline,
  instrumentId,
}: Stated): Fault[] {
  const faults: Fault[] = termFaults(type, terms).map(({ path, code }) => ({ path: `terms.${path}`, code }));
  const add = (path: string, code: FieldCode) => faults.push({ path, code });
  if (payDay < exDay) add("payDay", "endBeforeStart");
  if (recordDay !== null && recordDay > payDay) add("recordDay", "badDate");
  if (terms.target === instrumentId) add("terms.target", "notAllowed");
  if (terms.cash && terms.price && type === "choiceDividend" && terms.cash.currency !== terms.price.currency)
    add("terms.price", "notAllowed");
  const options = optionsOf(type);
  if (options.length === 0) {
    for (const [path, value] of Object.entries({ defaultOption, deadline, clientDeadline }))
      if (value !== null) add(path, "notAllowed");
    return faults;
  }
  if (defaultOption === null) add("defaultOption", "required");
  else if (!options.includes(defaultOption)) add("defaultOption", "notAllowed");
  for (const [path, value] of Object.entries({ deadline, clientDeadline })) if (value === null) add(path, "required");
  return faults;
}

/** What was typed, with its deadlines as instants; `badInput` for what contradicts itself. */
async function toContent(db: Db, { note, deadline, clientDeadline, ...stated }: Stated): Promise<ActionContent> {
  const faults = faultsOf({ note, deadline, clientDeadline, ...stated });
  const { timeZone } = await getSetting(db, "portalRules");
  const [until, clients] = [deadline, clientDeadline].map((one) => one && instantIn(timeZone, one));
  if (until && clients && clients > until) faults.push({ path: "clientDeadline", code: "endBeforeStart" });
  const known = await getInstruments(db, [
    stated.instrumentId,
    ...(stated.terms.target === null ? [] : [stated.terms.target]),
  ]);
  if (!known.has(stated.instrumentId)) faults.push({ path: "instrumentId", code: "unknown" });
  if (stated.terms.target !== null && !known.has(stated.terms.target))
    faults.push({ path: "terms.target", code: "unknown" });
  if (faults.length > 0) throw new Refusal("badInput", { fields: faults });
  return { ...stated, note: note || null, deadline: until ?? null, clientDeadline: clients ?? null };
}

const audited = (content: ActionContent) => ({
  instrument: content.instrumentId,
  type: content.type,
  exDay: content.exDay,
  recordDay: content.recordDay,
  payDay: content.payDay,
  terms: content.terms as ActionTerms & Record<string, unknown>,
  defaultOption: content.defaultOption,
  deadline: content.deadline?.toISOString() ?? null,
  clientDeadline: content.clientDeadline?.toISOString() ?? null,
  source: content.source,
  note: content.note,
});

/** One event is one action: `inUse` if another that was not cancelled has the instrument, type and ex-day. */
async function refuseTwin(tx: Tx, content: ActionContent, exceptId = 0): Promise<void> {
  await lockActionsOf(tx, content.instrumentId);
  if ((await findTwin(tx, content, exceptId)) !== undefined) throw new Refusal("inUse");
}

/** Announces an action. */
export const createAction = (context: Context, stated: Stated): Promise<{ id: number }> =>
  transact(context, async (tx) => {
    const { userId } = requireViewer(context);
    const content = await toContent(tx, stated);
    await refuseTwin(tx, content);
    const id = await insertAction(tx, content, userId);
    await keepVersion(tx, id, { userId });
    tx.audit("corporateAction.announced", id, { after: audited(content) });
    tx.emit("corporateActions:changed", {});
    return { id };
  });

/** Locked, and as the caller saw it; `stateConflict` otherwise. */
async function lockSeen(tx: Tx, id: number, version?: number): Promise<ActionRecord> {
  const action = await lockAction(tx, id);
  if (!action) throw new Refusal("notFound");
  if (version !== undefined && action.version !== version) throw new Refusal("stateConflict");
  return action;
}

/**
 * Corrects an action that is not applied. It must be confirmed again, and previews of it are dropped; elections stay, as far as
 * their option still exists: if the type changes, they lapse.
 */
export const changeAction = (
  context: Context,
  id: number,
  { version, reason, ...stated }: Parsed<typeof calls.change>["body"],
): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    const before = await lockSeen(tx, id, version);
    enforce(refusalToChange(viewer, before));
    const content = await toContent(tx, stated);
    await refuseTwin(tx, content, id);
    if (content.type !== before.type || content.instrumentId !== before.instrumentId)
      for (const holder of await lapseAll(tx, id)) await endSigning(tx, holder, id);
    await dropPreviews(tx, id);
    await updateContent(tx, id, content, viewer.userId);
    await keepVersion(tx, id, { userId: viewer.userId, reason });
    tx.audit("corporateAction.changed", id, { before: audited(before), after: { ...audited(content), reason } });
    tx.emit("corporateActions:changed", {});
    return { done: true };
  });

/** Confirms an action as it was seen; `deadlinePassed` if clients could no longer elect. */
export const confirmAction = (context: Context, id: number, version: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    const action = await lockSeen(tx, id, version);
    enforce(refusalToConfirm(viewer, action, { byTwo: await needsTwo(tx) }));
    // Of one that was confirmed before, clients had their time.
    if (action.deadline && action.confirmedAt === null && action.deadline <= context.now())
      throw new Refusal("deadlinePassed");
    const from = ["announced", "undone"] as const;
    if (!(await moveAction(tx, id, { from, to: "confirmed", confirmedBy: viewer.userId })))
      throw new Refusal("stateConflict");
    await keepVersion(tx, id, { userId: viewer.userId });
    await stateIncome(tx, action, viewer.userId);
    if (action.clientDeadline && action.clientDeadline > context.now())
      await tx.enqueue(tellActionJob, { id, what: "choice" }, { key: keyOfTelling(id, "choice") });
    tx.audit("corporateAction.confirmed", id, { after: { version } });
    tx.emit("corporateActions:changed", {});
    return { done: true };
  });

/** Cancels an action: its elections lapse, and whoever was told of it is told. */
export const cancelAction = (context: Context, id: number, reason: string): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    const action = await lockSeen(tx, id);
    if (action.state === "cancelled") return { done: true };
    enforce(refusalToCancel(viewer, action));
    await dropPreviews(tx, id);
    await moveAction(tx, id, { from: [action.state], to: "cancelled" });
    await keepVersion(tx, id, { userId: viewer.userId, reason });
    const lapsed = await lapseAll(tx, id);
    await dropIncome(tx, action, { userId: viewer.userId, reason });
    await tx.enqueue(tellActionJob, { id, what: "cancelled" }, { key: keyOfTelling(id, "cancelled") });
    tx.audit("corporateAction.cancelled", id, { after: { reason, elections: lapsed.length } });
    for (const holder of lapsed) {
      await endSigning(tx, holder, id);
      tx.emit("corporateActions:holder", holder);
    }
    tx.emit("corporateActions:changed", {});
    return { done: true };
  });
