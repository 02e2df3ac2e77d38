/** What staff order tickets by, and following them. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { ticketLimits } from "@portico/api/rules/tickets.ts";
import type { tickets } from "@portico/api/tickets.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { arrangeTicket, lockTicket, setWatching } from "../changes.queries.ts";
import { keepClocks } from "../promises/promises.ts";
import { refusalToArrange, refusalToWatch } from "../tickets.policy.ts";
import { listTags } from "../tickets.queries.ts";
import { getTicket, readTicket, toTicketStatus } from "../tickets.ts";
import { chooseTopic } from "../topics/topics.ts";

/** The tags with those of the first list, without those of the second. */
function tagsAfter(tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  const all = [...new Set([...tags, ...added])].filter((tag) => !removed.includes(tag)).toSorted();
  if (all.length > ticketLimits.tags && all.length > tags.length)
    throw new Refusal("badInput", { fields: [{ path: "add_tags", code: "tooLong" }] });
  return all;
}

/**
 * Sets topic and priority, adds and removes tags; what is not named stays. So of two colleagues who change tags at once
 * neither undoes what the other did.
 */
export async function arrange(
  context: Context,
  id: number,
  wanted: Parsed<typeof tickets.arrange>["body"],
): Promise<Answer<typeof tickets.arrange>> {
  const viewer = requireViewer(context);
  const topic = wanted.topic && (await chooseTopic(context.db, wanted.topic, { byStaff: true }));
  await transact(context, async (tx) => {
    await lockTicket(tx, id);
    const row = await readTicket(tx, id);
    enforce(refusalToArrange(viewer, toTicketStatus(row)));
    const before = { topic: row.topic, priority: row.priority, tags: row.tags };
    const after = {
      topic: topic ?? row.topic,
      priority: wanted.priority ?? row.priority,
      tags: tagsAfter(row.tags, wanted.add_tags, wanted.remove_tags),
    };
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    if (!(await arrangeTicket(tx, id, after))) throw new Refusal("stateConflict");
    const isSeen = after.topic !== before.topic || after.priority !== before.priority;
    if (isSeen) await keepClocks(tx, id);
    tx.audit("ticket.arranged", holderOf(row), { before, after: { ticket: id, title: row.title, ...after } });
    // The client sees the topic, and when it is due.
    tx.emit(isSeen ? "ticket" : "ticket:noted", { ...holderOf(row), ticketId: id });
  });
  return getTicket(context, id);
}

const suggested = { tickets: 500, limit: 200 } as const;

/** Tags that colleagues used lately, to choose from. */
export const listKnownTags = ({ db }: Context): Promise<string[]> => listTags(db, suggested);

/** The viewer is notified of what the client writes, or no longer. */
export async function watchTicket(context: Context, id: number, watching: boolean): Promise<{ done: true }> {
  const { userId, ...viewer } = requireViewer(context);
  const row = await readTicket(context.db, id);
  enforce(refusalToWatch({ userId, ...viewer }, holderOf(row)));
  await transact(context, async (tx) => {
    if (!(await setWatching(tx, holderOf(row), { ticketId: id, userId }, watching))) return;
    tx.audit("ticket.watched", holderOf(row), { after: { ticket: id, title: row.title, watching } });
    tx.emit("ticket:noted", { ...holderOf(row), ticketId: id });
  });
  return { done: true };
}
