/** Erasures that a person asks for: what they would reach, a proposal, and the answer when two people agreed. */

import type { dataRights as calls } from "@portico/api/data-rights.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { type ErasureClass, type KeptClass, keptClasses } from "@portico/api/rules/data-rights.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import type { ProposalKind } from "../../proposals/kind.ts";
import { propose } from "../../proposals/proposals.ts";
import { readPeriods } from "../../retention/periods.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { refusalToErase } from "../data-rights.policy.ts";
import { lockHolder } from "../holds/holds.queries.ts";
import { eraseJob } from "./erase-job.ts";
import { listErasable } from "./erasures.policy.ts";
import { countClass, countKept, findFacts, insertErasure, isAnyOpen, settleErasure } from "./erasures.queries.ts";

async function requireFacts(db: Db, { holderType, holderId }: Holder) {
  const facts = holderType === "user" ? await findFacts(db, holderId) : undefined;
  if (!facts) throw new Refusal("notFound");
  return facts;
}

/** The day on which what is kept is deleted; null while the relationship lasts. */
function keptUntil(endedAt: Date | null, years: number): string | null {
  if (endedAt === null) return null;
  const until = new Date(endedAt);
  until.setUTCFullYear(until.getUTCFullYear() + years);
  return until.toISOString().slice(0, 10);
}

/** What an erasure would reach, and what is kept until when. Nothing changes. */
export async function previewErasure({ db }: Context, holder: Holder): Promise<Answer<typeof calls.previewErasure>> {
  const facts = await requireFacts(db, holder);
  const { retentionYears } = await readPeriods(db);
  const erasable: { class: ErasureClass; rows: number }[] = [];
  for (const one of listErasable(facts)) {
    const rows = one === "everything" ? 1 : await countClass(db, holder.holderId, one);
    if (rows > 0) erasable.push({ class: one, rows });
  }
  const kept: { class: KeptClass; rows: number; until: string | null }[] = [];
  const until = keptUntil(facts.endedAt, retentionYears);
  for (const one of facts.neverClient ? [] : keptClasses) {
    const rows = await countKept(db, holder.holderId, one);
    if (rows > 0) kept.push({ class: one, rows, until });
  }
  return { held: facts.held, erasable, kept };
}

/**
 * Proposes an erasure. `stateConflict` under a hold, or if a class may not be erased; `proposalOpen` while one is waited for, `badInput`
 * for a day to come.
 */
export const askErasure = (
  context: Context,
  holder: Holder,
  { classes, askedOn, reason }: Parsed<typeof calls.askErasure>["body"],
): Promise<{ proposalId: number }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    if (!(await lockHolder(tx, holder))) throw new Refusal("notFound");
    const facts = await requireFacts(tx, holder);
    enforce(refusalToErase(viewer, holder, facts));
    const { today } = await firmDay(tx, context.now());
    if (askedOn > today) throw new Refusal("badInput", { fields: [{ path: "askedOn", code: "inFuture" }] });
    const allowed = listErasable(facts);
    if (classes.some((one) => !allowed.includes(one))) throw new Refusal("stateConflict");
    if (await isAnyOpen(tx, holder)) throw new Refusal("proposalOpen");
    const erasure = await insertErasure(tx, holder, { classes, askedOn, reason, askedBy: viewer.userId });
    const proposalId = await propose(tx, context, {
      action: "eraseData",
      holder,
      before: {},
      after: { erasure, classes },
      reason,
    });
    tx.emit("dataRights", holder);
    return { proposalId };
  });

/** Has a confirmed erasure done by the job of the erasing role. `stateConflict` if a hold was placed since. */
export const erasureProposal: ProposalKind = {
  async carryOut(tx, context, { holder, after, reason }) {
    const id = Number(after["erasure"]);
    const row = await lockHolder(tx, holder);
    if (!row || row.held) throw new Refusal("stateConflict");
    const by = requireViewer(context).userId;
    if (!(await settleErasure(tx, id, { state: "waiting", by }))) throw new Refusal("stateConflict");
    tx.audit("erasure.confirmed", holder, { after: { erasure: id, classes: after["classes"], reason } });
    await tx.enqueue(eraseJob, { id });
    tx.emit("dataRights", holder);
  },
  async dropped(tx, context, { holder, after }) {
    await settleErasure(tx, Number(after["erasure"]), { state: "declined", by: requireViewer(context).userId });
    tx.emit("dataRights", holder);
  },
};
