/** Adds a mail to a ticket: the one that it was sent to, or another. */
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { UnaddedMail } from "@portico/api/tickets.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import parts from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { takeFocus } from "../../ui/focus-back.ts";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { useTicketTitle } from "../use-title.ts";

interface Target {
  id: number;
  label: string;
}
const shownTargets = 20;

export function AddMail({ mail, onClose }: { mail: UnaddedMail; onClose: () => void }) {
  const t = useText();
  return (
    <Dialog opened onClose={onClose} title={t("admin.mails.addTitle")}>
      <AddForm mail={mail} onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ mail, onClose }: { mail: UnaddedMail; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const titleOf = useTicketTitle();
  const labelOf = (one: Parameters<typeof titleOf>[0] & { id: number; holder_name: string }): Target => ({
    id: one.id,
    label: `#${one.id} ${titleOf(one)} · ${one.holder_name || t("shell.account.newCompany")}`,
  });
  const [target, setTarget] = useState<Target | null>(mail.ticket && labelOf(mail.ticket));
  const [typed, setTyped] = useState("");
  const [settled] = useDebouncedValue(typed.trim(), 250);
  // The field shows the chosen one, which is no search.
  const search = target && settled === target.label.trim() ? "" : settled;
  const query = useCall(
    api.tickets.listAll,
    { query: { limit: shownTargets, ...(search !== "" && { search }) } },
    { placeholderData: keepPreviousData },
  );
  const add = useChange(
    (calls, ticket: number) => calls.tickets.addMail({ params: { id: mail.id }, body: { ticket } }),
    {
      onSuccess: ({ internal }) => {
        onClose();
        alert.success(t(internal ? "admin.mails.addedAsNote" : "admin.mails.addedAsComment"));
      },
    },
  );
  if (!query.data) return <PendingQuery query={query} />;
  const found = query.data.tickets.filter(({ can }) => can.note).map(labelOf);
  const choices = target && !found.some(({ id }) => id === target.id) ? [target, ...found] : found;
  const isOfClient = mail.is_of_client && target?.id === mail.ticket?.id;
  return (
    <form
      method="post"
      className={parts.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (target !== null && !add.isPending) add.mutate(target.id);
      }}
    >
      <Select
        // The dialog opens before the tickets are there.
        ref={takeFocus}
        searchable
        // The list would cover what adds the mail to the ticket that it was sent to.
        openOnFocus={mail.ticket === null}
        label={t("admin.mails.ticket")}
        description={t("admin.mails.ticketHint")}
        value={target === null ? null : String(target.id)}
        data={choices.map(({ id, label }) => ({ value: String(id), label }))}
        // The server has already searched, also in what the label does not show.
        filter={({ options }) => options}
        nothingFoundMessage={t("admin.tickets.merge.noMatch")}
        onSearchChange={setTyped}
        onChange={(value) => setTarget(choices.find(({ id }) => String(id) === value) ?? null)}
      />
      <p>{t(isOfClient ? "admin.mails.asComment" : "admin.mails.asNote")}</p>
      {add.error && <Notice tone="failed">{errorText(t, add.error)}</Notice>}
      <DialogActions onCancel={onClose}>
        <Button type="submit" loading={add.isPending} disabled={target === null}>
          {t("admin.mails.add")}
        </Button>
      </DialogActions>
    </form>
  );
}
