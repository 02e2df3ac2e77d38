/** Mails to the firm's mailbox that became no comment: each with its reason, to be added to a ticket or dealt with otherwise. */

import { unaddedMailSections } from "@portico/api/rules/tickets.ts";
import type { UnaddedMail } from "@portico/api/tickets.ts";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery, ShowMore } from "../../shell/calls/query-states.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { usePages } from "../../shell/calls/use-pages.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Facts, PageHead, Section } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../tickets.module.css";
import { useTicketTitle } from "../use-title.ts";
import { AddMail } from "./add-mail.tsx";
import { holderTicketsPath } from "./paths.ts";

/** Mails arrive without anybody doing anything here. */
const checkMs = 60_000;

export default function MailsPage() {
  const t = useText();
  const api = useApi();
  const [params] = useSearchParams();
  const section = unaddedMailSections.find((each) => each === params.get("section")) ?? "open";
  const query = usePages(api.tickets.listMails, { query: { section, limit: 30 } }, { refetchInterval: checkMs });
  const mails = query.data?.rows;
  const counts = query.data?.pages[0]?.counts;
  return (
    <>
      <BackLink to="/admin/tickets">{t("tickets.title")}</BackLink>
      <PageTitle>{t("admin.mails.title")}</PageTitle>
      <PageHead title={t("admin.mails.title")}>{t("admin.mails.lead")}</PageHead>
      <SectionPicker
        label={t("admin.mails.sections")}
        current={section}
        sections={unaddedMailSections.map((id) => ({
          id,
          label: t(`admin.mails.section.${id}`),
          to: `?section=${id}`,
          ...(id !== "done" && { count: counts?.[id] }),
        }))}
      />
      {!mails && <PendingQuery query={query} />}
      {mails?.length === 0 && <Empty icon="ticket" title={t(`admin.mails.none.${section}`)} />}
      {mails?.map((mail) => (
        <Mail key={mail.id} mail={mail} />
      ))}
      <ShowMore query={query} />
    </>
  );
}

function Mail({ mail }: { mail: UnaddedMail }) {
  const t = useText();
  const titleOf = useTicketTitle();
  const { reason, sender, subject, received_at, text, is_cut, files, ticket, done_at, done_by, is_added } = mail;
  return (
    <Section title={subject || t("admin.mails.noSubject")} actions={done_at === null && <Actions mail={mail} />}>
      <Facts>
        <span>{sender}</span>
        <RecordTime at={received_at} />
        {ticket && (
          <LocaleLink
            to={`${holderTicketsPath({ holderType: ticket.holder_type, holderId: ticket.holder_id })}/${ticket.id}`}
          >
            {`#${ticket.id} ${titleOf(ticket)} · ${ticket.holder_name || t("shell.account.newCompany")}`}
          </LocaleLink>
        )}
      </Facts>
      <p className={styles.small}>
        {t(`admin.mails.reason.${reason}`)}
        {done_at !== null &&
          ` ${t(is_added ? "admin.mails.wasAdded" : "admin.mails.wasDone", { name: done_by ?? "" })}`}
      </p>
      {text === "" ? (
        <p className={styles.small}>{t("admin.mails.noText")}</p>
      ) : (
        <p className={styles.mailText} lang="" dir="auto">
          {text}
        </p>
      )}
      {is_cut && <p className={styles.small}>{t("admin.mails.isCut")}</p>}
      {files.length > 0 && <p className={styles.small}>{t("admin.mails.files", { files: files.join(", ") })}</p>}
    </Section>
  );
}

function Actions({ mail }: { mail: UnaddedMail }) {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  const finish = useChange((api) => api.tickets.finishMail({ params: { id: mail.id }, body: {} }), {
    onError: (error: Error) => alert.error(errorText(t, error)),
  });
  return (
    <>
      {mail.text !== "" && (
        <Button size="sm" variant="default" onClick={() => setAdding(true)}>
          {t("admin.mails.add")}
        </Button>
      )}
      <Button size="sm" variant="default" loading={finish.isPending} onClick={() => finish.mutate()}>
        {t("admin.mails.finish")}
      </Button>
      {isAdding && <AddMail mail={mail} onClose={() => setAdding(false)} />}
    </>
  );
}
