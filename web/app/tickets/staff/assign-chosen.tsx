/** Gives the tickets that are chosen in the queue to a colleague, one's own name first. */
import { NativeSelect } from "@mantine/core";
import type { TicketRow } from "@portico/api/tickets.ts";
import { useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { useProfile } from "../../shell/session/session.ts";
import styles from "../../shell/staff/lists/lists.module.css";
import { Button } from "../../ui/button.tsx";
import { useText } from "../../ui/text.tsx";

export function AssignChosen({ chosen, onClear }: { chosen: readonly TicketRow[]; onClear: () => void }) {
  const t = useText();
  const api = useApi();
  const { id: ownId, name: ownName } = useProfile();
  const { data: colleagues = [] } = useCall(api.colleagues.list);
  const [to, setTo] = useState(String(ownId));
  const assign = useChange(
    async (calls) => {
      // One after the other: those that were given stay given if a later one fails.
      for (const { id } of chosen) await calls.tickets.assign({ params: { id }, body: { admin_id: Number(to) } });
      return chosen.length;
    },
    {
      onSuccess: (count) => {
        alert.success(t("admin.tickets.assignedChosen", { count }));
        onClear();
      },
      onError: (error) => alert.error(errorText(t, error)),
    },
  );
  if (chosen.length === 0) return null;
  return (
    <div className={styles.bulk} role="toolbar" aria-label={t("admin.lists.bulk")}>
      <output>{t("admin.lists.chosen", { count: chosen.length })}</output>
      <span>
        <Button size="sm" variant="subtle" onClick={onClear}>
          {t("admin.lists.chooseNone")}
        </Button>
        <NativeSelect
          size="sm"
          aria-label={t("tickets.list.assigned")}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          data={[
            { value: String(ownId), label: ownName },
            ...colleagues.filter(({ id }) => id !== ownId).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <Button size="sm" loading={assign.isPending} onClick={() => assign.mutate()}>
          {t("admin.tickets.assignChosen")}
        </Button>
      </span>
    </div>
  );
}
