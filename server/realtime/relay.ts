/** Sends events of services to open pages; recipients and fields of each event are declared in api/events.ts. */
import type { EventEmitter } from "node:events";
import { type ServerEvents, socketEvents } from "@portico/api/events.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Events } from "../kernel/events.ts";
import { room } from "./rooms.ts";

type Carried = { readonly [field: string]: true | Carried };

/** Only the declared fields: a service may emit more about a holder. */
function pick(value: Record<string, unknown>, carried: Carried): Record<string, unknown> {
  const held = Object.entries(carried).filter(([field]) => value[field] !== undefined);
  return Object.fromEntries(
    held.map(([field, inner]) => [
      field,
      inner === true ? value[field] : pick(value[field] as Record<string, unknown>, inner),
    ]),
  );
}

const roomsOf = {
  holder: (event: Holder) => [room.holder(event)],
  holderAndStaff: (event: Holder) => [room.holder(event), room.staff],
  staff: () => [room.staff],
};

/** Sends an event to the open pages in these rooms. */
export type Deliver = (rooms: string[], name: keyof ServerEvents, event: unknown) => void;

/** Relays every event except those to one session, which are sent where the session ends (sockets.ts). */
export function relayEvents(deliver: Deliver, events: Events): void {
  for (const [name, { to, carries }] of Object.entries(socketEvents)) {
    if (to === "session") continue;
    // The declaration types name and fields together for emitters and listeners; a loop cannot express that.
    (events as EventEmitter).on(name, (event: Holder & Record<string, unknown>) =>
      deliver(roomsOf[to](event), name as keyof ServerEvents, pick(event, carries)),
    );
  }
}
