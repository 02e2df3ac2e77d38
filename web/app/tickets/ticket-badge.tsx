/** A ticket's state as a label, in words that say whose turn it is. */
import type { TicketRow } from "@portico/api/tickets.ts";
import { StatusBadge, type StatusColour } from "../ui/status-badge.tsx";
import { type Translate, useText } from "../ui/text.tsx";

const colours: Record<TicketRow["state"], StatusColour> = {
  open: "blue",
  assigned: "blue",
  resolved: "green",
  closed: "grey",
};

type Shown = Pick<TicketRow, "state" | "waiting_since" | "merged_into">;
const isTurnOfClient = ({ state, waiting_since }: Shown): boolean =>
  (state === "open" || state === "assigned") && waiting_since === null;

export const ticketStateText = (t: Translate, ticket: Shown): string =>
  isTurnOfClient(ticket)
    ? t("tickets.state.answered")
    : t(`tickets.state.${ticket.merged_into === null ? ticket.state : "merged"}`);

export function TicketBadge({ ticket }: { ticket: Shown }) {
  const t = useText();
  return (
    <StatusBadge status={ticket.state} colour={isTurnOfClient(ticket) ? "orange" : colours[ticket.state]}>
      {ticketStateText(t, ticket)}
    </StatusBadge>
  );
}
