/** Tickets of what clients send by `mail-admins` and `request-subscription`. */
import { requestTopics } from "@portico/api/rules/tickets.ts";
import type { RequestedService } from "@portico/api/tickets.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { findTwin, lockAsker, type NewTicket } from "./changes.queries.ts";
import { storeTicket } from "./creation.ts";

export interface ClientRequest {
  kind: keyof typeof requestTopics;
  title: string;
  /** The service that is asked for, or what was written. */
  asks: { service: NonNullable<RequestedService> } | { content: string };
}

/** The text has all names, so that search finds them; pages show one of them. */
const namesOf = ({ bg, en, pl }: NonNullable<RequestedService>): string => [bg, en, pl].join(" / ");

/**
 * Opens the user's ticket in the caller's transaction, or finds the one that they opened with the same text within the
 * last minute.
 */
export async function openRequest(
  tx: Tx,
  userId: number,
  { kind, title, asks }: ClientRequest,
): Promise<{ id: number; isNew: boolean }> {
  const holder = { holderType: "user", holderId: userId } as const;
  const one: NewTicket = {
    holder,
    title,
    ...("service" in asks ? { service_name: asks.service, content: namesOf(asks.service) } : asks),
    topic: requestTopics[kind],
    createdBy: userId,
    byStaff: false,
    about: undefined,
    key: undefined,
  };
  await lockAsker(tx, userId);
  const twin = await findTwin(tx, one);
  if (twin) return { id: twin.id, isNew: false };
  return { id: await storeTicket(tx, holder, { ...one, key: undefined, files: [] }), isNew: true };
}
