/** Merging a ticket into another one of its holder, and undoing it. */
import { Button, Select } from "@mantine/core";
import type { Holder } from "@portico/api/shapes.ts";
import type { TicketDetail } from "@portico/api/tickets.ts";
import { useState } from "react";
import { alert } from "../../shell/alert.ts";
import { errorText } from "../../shell/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { useLocaleNavigate } from "../../shell/locale-link.tsx";
import { PendingQuery } from "../../shell/query-states.tsx";
import parts from "../../shell/staff/parts.module.css";
import { Moment } from "../../ui/dates.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../tickets.module.css";
import { useTickets } from "../use-tickets.ts";
import { holderTicketsPath } from "./paths.ts";

export function Merge({ holder, ticket }: { holder: Holder; ticket: TicketDetail }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {t("admin.tickets.merge")}
      </Button>
      {isOpen && (
        <Dialog opened onClose={() => setOpen(false)} title={t("admin.tickets.merge.title", { title: ticket.title })}>
          <MergeForm holder={holder} id={ticket.id} onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function MergeForm({ holder, id, onClose }: { holder: Holder; id: number; onClose: () => void }) {
  const t = useText();
  const navigate = useLocaleNavigate();
  const query = useTickets(holder, { forStaff: true });
  const [into, setInto] = useState<number | null>(null);
  const merge = useChange((calls, target: number) => calls.tickets.merge({ params: { id }, body: { into: target } }), {
    // Not where it is called: this form is gone as soon as the ticket is merged.
    onSuccess: (_, target) => {
      onClose();
      alert.success(t("admin.tickets.merge.done"));
      navigate(`${holderTicketsPath(holder)}/${target}`);
    },
  });
  if (!query.data) return <PendingQuery query={query} />;
  const choices = query.data.rows.filter((row) => row.id !== id && (row.state === "open" || row.state === "assigned"));
  return (
    <form
      method="post"
      className={parts.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (into !== null && !merge.isPending) merge.mutate(into);
      }}
    >
      <p>{t("admin.tickets.merge.text")}</p>
      {choices.length === 0 ? (
        <Notice>{t("admin.tickets.merge.none")}</Notice>
      ) : (
        <Select
          searchable
          label={t("admin.tickets.merge.into")}
          value={into === null ? null : String(into)}
          data={choices.map((row) => ({ value: String(row.id), label: `#${row.id} ${row.title}` }))}
          onChange={(value) => setInto(value === null ? null : Number(value))}
        />
      )}
      {merge.error && <Notice tone="failed">{errorText(t, merge.error)}</Notice>}
      <DialogActions onCancel={onClose}>
        <Button type="submit" loading={merge.isPending} disabled={into === null}>
          {t("admin.tickets.merge.action")}
        </Button>
      </DialogActions>
    </form>
  );
}

export function Unmerge({ id, until }: { id: number; until: string }) {
  const t = useText();
  const unmerge = useChange((calls) => calls.tickets.unmerge({ params: { id }, body: {} }), {
    onError: (error: Error) => alert.error(errorText(t, error)),
  });
  return (
    <span className={styles.continued}>
      <span>
        {t("admin.tickets.unmergeUntil")} <Moment at={until} />
      </span>
      <Button size="compact-sm" variant="default" loading={unmerge.isPending} onClick={() => unmerge.mutate()}>
        {t("admin.tickets.unmerge")}
      </Button>
    </span>
  );
}
