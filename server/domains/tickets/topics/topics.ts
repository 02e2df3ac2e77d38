/** The topics of tickets, from the firm's setting. */
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { TicketTopic } from "@portico/api/tickets.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { getSetting } from "../../settings/settings.ts";
import { archiveTopic, deleteFormerTopics, listFormerTopics, listUsedTopics } from "./former.queries.ts";

type Rules = SettingValue<"ticketRules">;
export type ListedTopic = TicketTopic & { archived: boolean };

/** The firm's topics, and after them those that it removed while tickets had them. */
export async function listTopics(db: Db): Promise<ListedTopic[]> {
  const [{ topics }, former] = await Promise.all([getSetting(db, "ticketRules"), listFormerTopics(db)]);
  const ids = new Set(topics.map(({ id }) => id));
  return [
    ...topics.map(({ id, name, clientsChoose }) => ({ id, name, clientsChoose, archived: false })),
    ...former
      .filter(({ id }) => !ids.has(id))
      .map(({ id, name }) => ({ id, name, clientsChoose: false, archived: true })),
  ];
}

/** Keeps the names of topics that tickets have and that a saved setting no longer names. */
export async function archiveTopics(trx: Trx, { before, after }: { before: Rules; after: Rules }): Promise<void> {
  const ids = after.topics.map(({ id }) => id);
  await deleteFormerTopics(trx, ids);
  const removed = before.topics.filter(({ id }) => !ids.includes(id));
  const used = await listUsedTopics(
    trx,
    removed.map(({ id }) => id),
  );
  for (const topic of removed) if (used.includes(topic.id)) await archiveTopic(trx, topic);
}

/**
 * The topic of that id, or the first that the writer may choose; `badInput` if the firm has none, or keeps it for
 * staff.
 */
export async function chooseTopic(db: Db, id: string | undefined, { byStaff }: { byStaff: boolean }): Promise<string> {
  const offered = (await listTopics(db)).filter(
    ({ clientsChoose, archived }) => !archived && (byStaff || clientsChoose),
  );
  const topic = id === undefined ? offered[0] : offered.find((each) => each.id === id);
  if (!topic) throw new Refusal("badInput", { fields: [{ path: "topic", code: "unknown" }] });
  return topic.id;
}
