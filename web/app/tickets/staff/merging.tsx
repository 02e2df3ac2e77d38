/** Merging a ticket into another one of its holder, and undoing it. */
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { Holder } from "@portico/api/shapes.ts";
import type { TicketDetail } from "@portico/api/tickets.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { useWithSameList } from "../../shell/staff/lists/list-of-reader.ts";
import parts from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { Moment } from "../../ui/dates.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { rememberFocus, takeFocus } from "../../ui/focus-back.ts";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../tickets.module.css";
import { useTicketTitle } from "../use-title.ts";
import { holderTicketsPath } from "./paths.ts";

export function Merge({ holder, ticket }: { holder: Holder; ticket: TicketDetail }) {
  const t = useText();
  const titleOf = useTicketTitle();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {t("admin.tickets.merge")}
      </Button>
      {isOpen && (
        <Dialog
          opened
          onClose={() => setOpen(false)}
          title={t("admin.tickets.merge.title", { title: titleOf(ticket) })}
        >
          <MergeForm holder={holder} id={ticket.id} onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

interface Target {
  id: number;
  title: string;
}
const labelOf = ({ id, title }: Target): string => `#${id} ${title}`;
const shownTargets = 20;

/** Unfinished tickets of the holder that the words or the number find; without any, the newest. */
function useTargets({ holderType, holderId }: Holder, search: string) {
  const api = useApi();
  const titleOf = useTicketTitle();
  const query = { holder_type: holderType, holder_id: holderId, limit: shownTargets, ...(search !== "" && { search }) };
  const options = { placeholderData: keepPreviousData };
  const open = useCall(api.tickets.listAll, { query: { ...query, state: "open" } }, options);
  const assigned = useCall(api.tickets.listAll, { query: { ...query, state: "assigned" } }, options);
  if (!open.data || !assigned.data) return { query: open.data ? assigned : open, targets: undefined };
  const found = [...open.data.tickets, ...assigned.data.tickets].toSorted((a, b) => b.id - a.id);
  const targets = found.map((row): Target => ({ id: row.id, title: titleOf(row) }));
  return { query: open, targets };
}

function MergeForm({ holder, id, onClose }: { holder: Holder; id: number; onClose: () => void }) {
  const t = useText();
  const navigate = useLocaleNavigate();
  const withSameList = useWithSameList();
  const [into, setInto] = useState<Target | null>(null);
  const [typed, setTyped] = useState("");
  const [settled] = useDebouncedValue(typed.trim(), 250);
  // The field shows the chosen one, which is no search.
  const search = into && settled === labelOf(into).trim() ? "" : settled;
  const { query, targets } = useTargets(holder, search);
  const merge = useChange((calls, target: number) => calls.tickets.merge({ params: { id }, body: { into: target } }), {
    // Not where it is called: this form is gone as soon as the ticket is merged.
    onSuccess: (_, target) => {
      onClose();
      alert.success(t("admin.tickets.merge.done"));
      navigate(withSameList(`${holderTicketsPath(holder)}/${target}`));
    },
  });
  if (!targets) return <PendingQuery query={query} />;
  const found = targets.filter((one) => one.id !== id);
  const choices = into && !found.some((one) => one.id === into.id) ? [into, ...found] : found;
  return (
    <form
      method="post"
      className={parts.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (into !== null && !merge.isPending) merge.mutate(into.id);
      }}
    >
      <p>{t("admin.tickets.merge.text")}</p>
      {choices.length === 0 && typed === "" && search === "" ? (
        <Notice>{t("admin.tickets.merge.none")}</Notice>
      ) : (
        <Select
          // The dialog opens before the tickets are there.
          ref={takeFocus}
          searchable
          label={t("admin.tickets.merge.into")}
          description={t("admin.tickets.merge.hint")}
          value={into === null ? null : String(into.id)}
          data={choices.map((one) => ({ value: String(one.id), label: labelOf(one) }))}
          // The server has already searched, also in what the label does not show.
          filter={({ options }) => options}
          nothingFoundMessage={t("admin.tickets.merge.noMatch")}
          onSearchChange={setTyped}
          onChange={(value) => setInto(choices.find((one) => String(one.id) === value) ?? null)}
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
      <Button
        size="compact-sm"
        variant="default"
        loading={unmerge.isPending}
        onClick={() => unmerge.mutate(undefined, { onSettled: rememberFocus() })}
      >
        {t("admin.tickets.unmerge")}
      </Button>
    </span>
  );
}
