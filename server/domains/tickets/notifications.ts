/** Who is told of what happens to a ticket. */
import type { Holder } from "@portico/api/shapes.ts";
import type { RequestedService } from "@portico/api/tickets.ts";
import { plainTextOf } from "@portico/pdf/markdown/plain-text.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { getHolder } from "../holders/holders.ts";
import { listFollowers } from "./changes.queries.ts";

interface Told {
  id: number;
  title: string;
  service_name: RequestedService;
}

/** A requested service is named in the reader's language. */
const named = ({ service_name: service }: Told): Record<string, string> =>
  service ? { name_bg: service.bg, name_en: service.en, name_pl: service.pl } : {};

/** What happened, in a notification to staff. */
export type TicketNews = "opened" | "commented" | "resolved" | "assigned";

/** Tells these colleagues, or those in charge of the client. */
export async function notifyColleagues(
  tx: Tx,
  holder: Holder,
  ticket: Told,
  { what, by, to }: { what: TicketNews; by: number; to?: readonly number[] },
): Promise<void> {
  const { name } = await getHolder(tx, holder);
  const { id, title } = ticket;
  const params = { name, ticket: String(id), profile: holder.holderType, title, what, ...named(ticket) };
  await tx.notifyStaff(holder, { type: "client_ticket", params, created_by: by, ...(to && { to }) });
}

/** Tells of the client's doing: the colleagues who look after the ticket or follow it, or those in charge of the client. */
export async function notifyStaff(
  tx: Tx,
  holder: Holder,
  ticket: Told,
  news: { what: TicketNews; by: number },
): Promise<void> {
  const to = (await listFollowers(tx, ticket.id)).filter((userId) => userId !== news.by);
  await notifyColleagues(tx, holder, ticket, { ...news, ...(to.length > 0 && { to }) });
}

/** Tells the holder, also by mail: both show the text without the signs of Markdown. */
export const notifyHolder = (
  tx: Tx,
  holder: Holder,
  ticket: Told,
  {
    type,
    text,
    by,
  }: {
    type: "ticket_opened" | "ticket_answered" | "ticket_resolved" | "ticket_closed";
    text?: string | undefined;
    by: number;
  },
): Promise<void> =>
  tx.notify(holder, {
    type,
    text: text === undefined ? undefined : plainTextOf(text),
    params: { ticket: ticket.title, ...named(ticket) },
    target_id: ticket.id,
    created_by: by,
  });
