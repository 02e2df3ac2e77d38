/** What the keys of the queue of tickets do: claim and resolve. */
import type { TicketRow } from "@portico/api/tickets.ts";
import { errorText } from "../../shell/calls/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import type { QueueClaim } from "../../shell/staff/queue/claims.ts";
import { useText } from "../../ui/text.tsx";

export const mayAssign = ({ can }: TicketRow): boolean => can.assign;

/** As answered; after a question if nobody ever answered the client. */
export function useResolve(): (row: TicketRow) => void {
  const t = useText();
  const runChange = useRunChange();
  return ({ id, holder_type: holderType, holder_id: holderId, can, last_answer, by_staff }) => {
    if (!can.resolve) return;
    const params = { holderType, holderId, id };
    const action = async () => {
      await runChange((api) => api.tickets.resolve({ params, body: {} }));
    };
    if (last_answer === null && !by_staff)
      openConfirmation({
        title: t("admin.tickets.resolveUnanswered.title"),
        text: t("admin.tickets.resolveUnanswered.text"),
        confirmLabel: t("tickets.resolve"),
        action,
      });
    else action().catch((error: unknown) => alert.error(errorText(t, error)));
  };
}

export function useTicketClaim(): QueueClaim<TicketRow> {
  const runChange = useRunChange();
  return {
    byOf: ({ staff, assigned_name: name }) =>
      staff?.assigned_to && name !== null ? { id: staff.assigned_to, name } : null,
    may: mayAssign,
    claim: ({ id }) => runChange((api) => api.tickets.claim({ params: { id }, body: {} })),
    release: ({ id }) => runChange((api) => api.tickets.assign({ params: { id }, body: { admin_id: null } })),
  };
}
