/** Addresses of tickets on the staff side. */
import type { Holder } from "@portico/api/shapes.ts";
import type { TicketRow } from "@portico/api/tickets.ts";

export const holderTicketsPath = ({ holderType, holderId }: Holder): string =>
  `/admin/${holderType}/${holderId}/tickets`;
export const staffTicketPath = ({ holder_type, holder_id, id }: TicketRow): string =>
  `${holderTicketsPath({ holderType: holder_type, holderId: holder_id })}/${id}`;
