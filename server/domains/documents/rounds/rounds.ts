/** Requests for documents to many after they were made: who has answered, reminders, and cancelling what is open. */
import { documents } from "@portico/api/documents.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { canOf, staffVerdict } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { refusalToDecide } from "../../holders/holders.policy.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { lockRequest, noteReminded, setClosed } from "../requests/requests.queries.ts";
import { endAsking } from "../requests/requests.ts";
import { getType, named } from "../types.ts";
import { type AskedRow, listAskedRows, listRoundRows, type RoundRow } from "./rounds.queries.ts";

const shown = ({ groupName, createdAt, createdBy, id, type, text, due, before, ...counts }: RoundRow) => ({
  id,
  type,
  text,
  due,
  group: groupName,
  before,
  created_at: createdAt.toISOString(),
  created_by: createdBy,
  counts,
});

export async function listRounds(context: Context): Promise<Answer<typeof documents.listRounds>> {
  const { today } = await firmDay(context.db, context.now());
  return {
    rounds: (await listRoundRows(context.db, { today })).map(shown),
    can: canOf({ ask: staffVerdict(requireViewer(context), documents.ask) }),
  };
}

async function requireRound(context: Context, id: string): Promise<RoundRow> {
  const { today } = await firmDay(context.db, context.now());
  const [row] = await listRoundRows(context.db, { today, id });
  if (!row) throw new Refusal("notFound");
  return row;
}

export async function getRound(context: Context, id: string): Promise<Answer<typeof documents.getRound>> {
  const viewer = requireViewer(context);
  const row = await requireRound(context, id);
  const isOver = row.open === 0 ? ("stateConflict" as const) : null;
  return {
    ...shown(row),
    requests: (await listAskedRows(context.db, id)).map(({ holder_type, holder_id, name, ...asked }) => ({
      id: asked.id,
      holder: { holder_type, holder_id, name },
      type: asked.type,
      due: asked.due,
      state: asked.state,
      document_id: asked.documentId,
      reminded_on: asked.remindedOn,
    })),
    can: canOf({
      remind: staffVerdict(viewer, documents.remindRound) ?? isOver,
      cancel: staffVerdict(viewer, documents.cancelRound) ?? isOver,
    }),
  };
}

/** Those that nobody has answered and that the viewer may decide about. */
async function listOpen(context: Context, id: string): Promise<AskedRow[]> {
  const viewer = requireViewer(context);
  await requireRound(context, id);
  return (await listAskedRows(context.db, id)).filter(
    (row) => row.state === "open" && refusalToDecide(viewer, documents.closeRequest, holderOf(row)) === null,
  );
}

/** Each in a transaction of its own; who was reminded today, by whomever, is not again. */
export async function remindRound(context: Context, id: string): Promise<{ reminded: number }> {
  const { today } = await firmDay(context.db, context.now());
  let reminded = 0;
  for (const row of await listOpen(context, id))
    reminded += await transact(context, async (tx) => {
      if (!(await noteReminded(tx, row.id, today))) return 0;
      await tx.notify(holderOf(row), {
        type: "document_reminder",
        text: row.text,
        params: { day: row.due, ...named(await getType({ db: tx }, row.type)) },
        target_id: row.id,
      });
      tx.emit("documents:changed", holderOf(row));
      return 1;
    });
  return { reminded };
}

/** What came meanwhile stays: a request that is answered is not cancelled. */
export async function cancelRound(context: Context, id: string): Promise<{ cancelled: number }> {
  const { userId } = requireViewer(context);
  let cancelled = 0;
  for (const row of await listOpen(context, id))
    cancelled += await transact(context, async (tx) => {
      const holder = holderOf(row);
      const now = await lockRequest(tx, holder, row.id);
      if (now?.state !== "open") return 0;
      await setClosed(tx, row.id, "open", { outcome: "cancelled", by: userId });
      await endAsking(tx, holder, row.id);
      tx.audit("document.requestClosed", holder, { after: { id: row.id, type: row.type, outcome: "cancelled" } });
      tx.emit("documents:changed", holder);
      return 1;
    });
  return { cancelled };
}
