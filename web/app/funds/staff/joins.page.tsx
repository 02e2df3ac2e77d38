/** Requests to join a target fund: staff join or decline, with words to the client. */
import { NativeSelect } from "@mantine/core";
import { type JoinState, joinStates } from "@portico/api/rules/funds.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery, ShowMore } from "../../shell/calls/query-states.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { usePages } from "../../shell/calls/use-pages.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Moment } from "../../ui/dates.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { formatAmount } from "../../ui/format.ts";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./staff.module.css";
import { TargetPlaces } from "./target-places.tsx";
import type { JoinRow } from "./use-target.ts";

type Decision = "joined" | "declined" | "left";

export default function JoinsPage() {
  const t = useText();
  const [state, setState] = useState<JoinState>("asked");
  const query = usePages(useApi().funds.listAllJoins, { query: { state, limit: 50 } });
  const [open, setOpen] = useState<{ row: JoinRow; decision: Decision }>();
  const rows = query.data?.rows;
  return (
    <>
      <PageTitle>{t("admin.funds.joins.title")}</PageTitle>
      <PageHead title={t("admin.funds.joins.title")} />
      <TargetPlaces current="joins" />
      <div className={styles.fields}>
        <NativeSelect
          label={t("admin.funds.state")}
          value={state}
          data={joinStates.map((value) => ({ value, label: t(`funds.joinState.${value}`) }))}
          onChange={(event) => setState(joinStates.find((one) => one === event.currentTarget.value) ?? "asked")}
        />
      </div>
      {!rows && <PendingQuery query={query} />}
      {rows?.length === 0 && <Empty icon="request" title={t("admin.funds.joins.none")} />}
      {rows?.map((row) => (
        <Join key={row.id} row={row} onDecide={(decision) => setOpen({ row, decision })} />
      ))}
      <ShowMore query={query} />
      {open && <Decide {...open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function Join({ row, onDecide }: { row: JoinRow; onDecide: (decision: Decision) => void }) {
  const t = useText();
  const language = useLanguage();
  return (
    <Section title={`${row.holder_name} · ${row.name[language]}`}>
      <div className={styles.join}>
        <p>
          {formatAmount(language, row.amount, row.currency)} {row.currency} · {row.client_number} ·{" "}
          <Moment at={row.asked_at} />
        </p>
        {row.message && <p className={styles.words}>{row.message}</p>}
        {row.staff_message && <p className="small">{row.staff_message}</p>}
      </div>
      <div className={styles.buttons}>
        {row.can.decide && (
          <>
            <Button size="sm" onClick={() => onDecide("joined")}>
              {t("admin.funds.joins.join")}
            </Button>
            <Button size="sm" variant="default" onClick={() => onDecide("declined")}>
              {t("admin.funds.joins.decline")}
            </Button>
          </>
        )}
        {row.can.end && (
          <Button size="sm" variant="default" onClick={() => onDecide("left")}>
            {t("admin.funds.joins.end")}
          </Button>
        )}
        {row.ticket_id !== null && (
          <LocaleLink to={`/admin/${row.holder_type}/${row.holder_id}/tickets/${row.ticket_id}`}>
            {t("admin.funds.joins.ticket")}
          </LocaleLink>
        )}
      </div>
    </Section>
  );
}

function Decide({ row, decision, onClose }: { row: JoinRow; decision: Decision; onClose: () => void }) {
  const t = useText();
  const [message, setMessage] = useState("");
  const decide = useChange((api) =>
    api.funds.decideJoin({ params: { id: row.id }, body: { state: decision, message: message.trim() } }),
  );
  const labels = {
    joined: "admin.funds.joins.join",
    declined: "admin.funds.joins.decline",
    left: "admin.funds.joins.end",
  } as const;
  return (
    <Dialog opened onClose={onClose} title={`${t(labels[decision])}: ${row.holder_name}`}>
      <LimitedTextarea
        label={t("admin.funds.joins.message")}
        autosize
        minRows={3}
        limit={messageMaxLength}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      {decide.error && <Notice tone="failed">{errorText(t, decide.error)}</Notice>}
      <DialogActions onCancel={onClose} busy={decide.isPending}>
        <Button loading={decide.isPending} onClick={() => decide.mutate(undefined, { onSuccess: onClose })}>
          {t(labels[decision])}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
