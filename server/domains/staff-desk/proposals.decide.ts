/** Decides what waits for a second pair of eyes: confirmed, the change happens through the domain that owns it. */

import type { Answer } from "@portico/api/endpoint.ts";
import { hasStaffLevel, type Role, type StaffLevel } from "@portico/api/permissions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Proposal, staffDesk } from "@portico/api/staff-desk.ts";
import { audit } from "../../audit/audit.ts";
import { type Context, requireViewer } from "../../context.ts";
import { inTransaction, type Trx } from "../../database/transaction.ts";
import { decodeCursor, encodeCursor } from "../../http/cursor.ts";
import { Refusal } from "../../http/refusal.ts";
import { isHolder } from "../../viewer.ts";
import { applyState, type Moved, tellState } from "../holder-states/holder-states.service.ts";
import { applyClientNumber, getCompanyNames, getUserNames } from "../holders/holders.service.ts";
import {
  closeDecided,
  countOpenProposals,
  listProposalRows,
  lockOpenProposal,
  type ProposalRow,
} from "../proposals/proposals.service.ts";
import { applySetting, getSetting } from "../settings/settings.service.ts";
import { applyRole, tellRole } from "../users/users.staff.ts";

type Decision = "confirm" | "decline" | "withdraw";
type Action = Proposal["action"];

/** Who may confirm: whoever could have made the change alone. */
const levels: Record<Action, StaffLevel> = {
  setRole: "admin",
  disable: "admin",
  setClientNumber: "office",
  fourEyesOff: "admin",
};

/**
 * Confirms, declines or withdraws. `fourEyes` where the proposer would confirm or decline, another withdraw, or a colleague confirm
 * their own number; `forbidden` below the change's level; `stateConflict` where it is decided already, or what it was to change has
 * changed.
 */
export async function decideProposal(context: Context, id: number, decision: Decision): Promise<Proposal> {
  const viewer = requireViewer(context);
  const { row, moved } = await inTransaction(context.db, async (trx) => {
    const proposal = await lockOpenProposal(trx, id);
    const isOwn = proposal.proposed_by === viewer.userId;
    if (isOwn !== (decision === "withdraw")) throw new Refusal("fourEyes");
    if (!isOwn && !hasStaffLevel(viewer.role, levels[proposal.action as Action])) throw new Refusal("forbidden");
    const state = { confirm: "confirmed", decline: "declined", withdraw: "withdrawn" } as const;
    const closed = await closeDecided(trx, id, { state: state[decision], decidedBy: viewer.userId });
    if (decision === "confirm") return { row: closed, moved: await carryOut(trx, context, proposal) };
    await auditDecision(trx, context, proposal, state[decision]);
    return { row: closed, moved: null };
  });
  tell(context, row, decision);
  if (moved) tellState(context, holderOf(row), moved);
  const [proposal] = await proposalsOf(context, [row]);
  if (!proposal) throw new Refusal("notFound");
  return proposal;
}

const holderOf = (row: ProposalRow): Holder => ({
  holderType: row.holder_type as Holder["holderType"],
  holderId: row.holder_id,
});

/** The change itself, where what the proposer saw still stands; what became of the holder, where it moved to another state. */
async function carryOut(trx: Trx, context: Context, row: ProposalRow): Promise<Moved | null> {
  const holder = holderOf(row);
  const before = row.before as Record<string, unknown>;
  const after = row.after as Record<string, unknown>;
  switch (row.action as Action) {
    case "setRole":
      await applyRole(trx, context, row.holder_id, { before: before["role"] as Role, after: after["role"] as Role });
      return null;
    case "setClientNumber": {
      // Whose number it is sees it with an eye of their own.
      if (isHolder(requireViewer(context), holder)) throw new Refusal("fourEyes");
      const number = (side: Record<string, unknown>) => side["clientNumber"] as string | null;
      await applyClientNumber(trx, context, holder, number(after), number(before));
      return null;
    }
    case "fourEyesOff":
      if (!(await getSetting(trx, "fourEyes")).on) throw new Refusal("stateConflict");
      await applySetting(trx, context, "fourEyes", after);
      return null;
    default: {
      const moved = await applyState(trx, context, holder, { newState: "disabled" });
      if (moved.before !== before["state"]) throw new Refusal("stateConflict");
      return moved;
    }
  }
}

function tell(context: Context, row: ProposalRow, decision: Decision): void {
  context.events.emit("deskChanged", { part: "proposals" });
  if (decision !== "confirm") return;
  if (row.action === "setRole") tellRole(context, row.holder_id);
  context.events.emit("holderChanged", holderOf(row));
}

async function auditDecision(trx: Trx, context: Context, row: ProposalRow, state: string): Promise<void> {
  const { userId, sessionId } = requireViewer(context);
  await audit(trx, {
    actor: { userId, sessionId },
    action: `proposal.${state}`,
    subject: { type: row.holder_type, id: row.holder_id },
    before: row.before,
    after: row.after,
    address: context.caller.address,
    requestId: context.caller.requestId,
  });
}

/** Proposals with the names of who proposed and decided, and of whom they are about: read once for all of them. */
async function proposalsOf({ db }: Context, rows: readonly ProposalRow[]): Promise<Proposal[]> {
  const holdersOf = (type: Holder["holderType"]) =>
    rows.filter((row) => row.holder_type === type).map(({ holder_id }) => holder_id);
  const people = rows.flatMap(({ proposed_by, decided_by }) => [
    proposed_by,
    ...(decided_by === null ? [] : [decided_by]),
  ]);
  const [names, companyNames] = await Promise.all([
    getUserNames(db, [...new Set([...people, ...holdersOf("user")])]),
    getCompanyNames(db, [...new Set(holdersOf("company"))]),
  ]);
  const person = (id: number) => ({ id, name: names.get(id) ?? "" });
  return rows.map((row) => ({
    id: row.id,
    action: row.action as Action,
    holder_type: row.holder_type as Holder["holderType"],
    holder_id: row.holder_id,
    holder_name: (row.holder_type === "user" ? names : companyNames).get(row.holder_id) ?? "",
    before: row.before as Record<string, unknown>,
    after: row.after as Record<string, unknown>,
    state: row.state as Proposal["state"],
    proposed_by: person(row.proposed_by),
    proposed_at: row.proposed_at.toISOString(),
    decided_by: row.decided_by === null ? null : person(row.decided_by),
    decided_at: row.decided_at?.toISOString() ?? null,
  }));
}

const sort = "id";

/** Open proposals, or decided ones; newest first. */
export async function listProposalPage(
  context: Context,
  { state, cursor, limit }: { state: "open" | "decided"; cursor?: string | undefined; limit: number },
): Promise<Answer<(typeof staffDesk)["listProposals"]>> {
  const before = cursor === undefined ? undefined : decodeCursor(cursor, sort).id;
  const [rows, open] = await Promise.all([
    listProposalRows(context.db, { open: state === "open", before, limit: limit + 1 }),
    countOpenProposals(context.db),
  ]);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    proposals: await proposalsOf(context, page),
    nextCursor: last ? encodeCursor(sort, String(last.id), last.id) : null,
    open,
  };
}
