/** SQL of topics that the firm removed while tickets had them. */
import type { TicketTopic } from "@portico/api/tickets.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export type FormerTopic = Pick<TicketTopic, "id" | "name">;

export async function listFormerTopics(db: Db): Promise<FormerTopic[]> {
  const { rows } = await sql<FormerTopic>`
    select id, name from ticket_topic_former order by archived_at, id`.execute(db);
  return rows;
}

/** Of these topics, those that a ticket has. */
export async function listUsedTopics(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ topic: string }>`
    select topic from unnest(${[...ids]}::text[]) as topic where exists (select from ticket where ticket.topic = topic.topic)
  `.execute(trx);
  return rows.map(({ topic }) => topic);
}

export async function archiveTopic(trx: Trx, { id, name }: FormerTopic): Promise<void> {
  await sql`
    insert into ticket_topic_former (id, name) values (${id}, ${JSON.stringify(name)}::jsonb)
    on conflict (id) do update set name = excluded.name, archived_at = now()`.execute(trx);
}

/** Topics that are in use again. */
export async function deleteFormerTopics(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`delete from ticket_topic_former where id = any(${[...ids]}::text[])`.execute(trx);
}
