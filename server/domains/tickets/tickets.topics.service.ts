/** The topics of tickets, from the firm's setting. */
import type { TicketTopic } from "@portico/api/tickets.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { getSetting } from "../settings/settings.service.ts";

export const listTopics = async (db: Db): Promise<TicketTopic[]> =>
  (await getSetting(db, "ticketRules")).topics.map(({ id, name, clientsChoose }) => ({ id, name, clientsChoose }));

/**
 * The topic of that id, or the first that the writer may choose; `badInput` if the firm has none, or keeps it for
 * staff.
 */
export async function chooseTopic(db: Db, id: string | undefined, { byStaff }: { byStaff: boolean }): Promise<string> {
  const offered = (await listTopics(db)).filter(({ clientsChoose }) => byStaff || clientsChoose);
  const topic = id === undefined ? offered[0] : offered.find((each) => each.id === id);
  if (!topic) throw new Refusal("badInput", { fields: [{ path: "topic", code: "unknown" }] });
  return topic.id;
}
