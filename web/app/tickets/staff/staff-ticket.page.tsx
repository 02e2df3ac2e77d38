/** One ticket for staff: what was written, an answer or a note, and who looks after it. */
import { Radio } from "@mantine/core";
import type { Holder } from "@portico/api/shapes.ts";
import type { TicketDetail } from "@portico/api/tickets.ts";
import { useRef, useState } from "react";
import { useParams } from "react-router";
import { AnswerPicker } from "../../canned-answers/staff/answer-picker.tsx";
import { useHolderOfAddress } from "../../holders/staff/holder-address.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { LocaleLink } from "../../shell/locale-link.tsx";
import { PageTitle } from "../../shell/page-title.tsx";
import { PendingQuery } from "../../shell/query-states.tsx";
import { Age } from "../../ui/dates.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Inserter } from "../../ui/insert-text.ts";
import { PageHead, Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { Composer } from "../composer.tsx";
import { Continued } from "../continued.tsx";
import { Conversation } from "../conversation.tsx";
import { DueBadge, DueExplained, DueNext } from "../due.tsx";
import { TicketBadge } from "../ticket-badge.tsx";
import styles from "../tickets.module.css";
import { useKeptText } from "../use-kept-text.ts";
import { useComments, useTicket, useTopics } from "../use-tickets.ts";
import { Unmerge } from "./merging.tsx";
import { holderTicketsPath } from "./paths.ts";
import { TicketCare } from "./ticket-care.tsx";

const forStaff = { forStaff: true } as const;

export default function StaffTicketPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const id = Number(useParams()["ticketId"]);
  const query = useTicket(holder, id, forStaff);
  return (
    <>
      <LocaleLink to={holderTicketsPath(holder)} className={styles.back}>
        <Icon name="back" size={16} />
        {t("tickets.title")}
      </LocaleLink>
      {query.data ? (
        <StaffTicket key={id} holder={holder} ticket={query.data} />
      ) : (
        <>
          <PageTitle>{t("tickets.one")}</PageTitle>
          <PageHead title={t("tickets.one")} />
          <PendingQuery query={query} />
        </>
      )}
    </>
  );
}

function StaffTicket({ holder, ticket }: { holder: Holder; ticket: TicketDetail }) {
  const t = useText();
  const { id, title, topic, about, can, waiting_since, holder_name, due, clocks } = ticket;
  const { nameOf } = useTopics();
  const comments = useComments(holder, id, forStaff);
  // What the reader has on the page: an answer that came since is not covered by it.
  const seen = Math.max(
    0,
    ...(comments.data?.rows ?? []).filter((one) => one.by_staff && !one.internal).map((one) => one.id),
  );
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHead title={title}>
        <span className={styles.lead}>
          <TicketBadge ticket={ticket} />
          <span>#{id}</span>
          <span>{nameOf(topic)}</span>
          <LocaleLink to={`/admin/${holder.holderType}/${holder.holderId}/profile`}>{holder_name}</LocaleLink>
          {waiting_since && (
            <span>
              {t("admin.tickets.waiting")}: <Age since={waiting_since} />
            </span>
          )}
          {due && (
            <>
              <DueBadge due={due} />
              <DueNext due={due} />
            </>
          )}
        </span>
      </PageHead>
      {ticket.continues && (
        <Continued
          holder={holder}
          id={id}
          into={ticket.continues}
          path={`${holderTicketsPath(holder)}/${ticket.continues.id}`}
          kinds={[".answer", ".note"]}
        >
          {ticket.continues.undo_until !== null && <Unmerge id={id} until={ticket.continues.undo_until} />}
        </Continued>
      )}
      <TicketCare holder={holder} ticket={ticket} />
      <Section>
        {about && (
          <p className={styles.about}>
            {t("tickets.about")} {about.title}
          </p>
        )}
        <Conversation holder={holder} ticket={ticket} query={comments} />
      </Section>
      {can.comment && comments.data && <Reply holder={holder} ticket={ticket} seen={seen} />}
      <DueExplained clocks={clocks} />
    </>
  );
}

function Reply({ holder, ticket: { id, can }, seen }: { holder: Holder; ticket: TicketDetail; seen: number }) {
  const t = useText();
  const [internal, setInternal] = useState(false);
  return (
    <Section title={t(internal ? "admin.tickets.note.title" : "tickets.reply.title")}>
      {can.note && (
        <Radio.Group
          mb="md"
          label={t("admin.tickets.kind")}
          value={internal ? "note" : "answer"}
          onChange={(kind) => setInternal(kind === "note")}
        >
          <div className={styles.kinds}>
            <Radio value="answer" label={t("admin.tickets.answer")} />
            <Radio value="note" label={t("admin.tickets.note")} />
          </div>
        </Radio.Group>
      )}
      <ReplyText key={internal ? "note" : "answer"} {...{ holder, id, internal, seen }} canAttach={can.attach} />
    </Section>
  );
}

interface ReplyTextProps {
  holder: Holder;
  id: number;
  internal: boolean;
  seen: number;
  canAttach: boolean;
}

/** An answer and a note are kept apart, so that neither is sent as the other. */
function ReplyText({ holder, id, internal, seen, canAttach }: ReplyTextProps) {
  const t = useText();
  const kept = useKeptText(holder, internal ? `${id}.note` : `${id}.answer`);
  const runChange = useRunChange();
  const inserter = useRef<Inserter>(null);
  return (
    <Composer
      holder={holder}
      kept={kept}
      canAttach={canAttach}
      forStaff={internal}
      inserter={inserter}
      tools={
        !internal && <AnswerPicker holder={holder} ticket={id} onInsert={(text) => inserter.current?.insert(text)} />
      }
      label={t(internal ? "admin.tickets.note.label" : "admin.tickets.answer.label")}
      sendLabel={t(internal ? "admin.tickets.note.send" : "admin.tickets.answer.send")}
      onSend={({ content, files, key }) =>
        runChange((api) =>
          api.tickets.addComment({
            params: { ...holder, id },
            body: { content, key, internal, files: files.map((file) => file.id), ...(!internal && { seen }) },
          }),
        )
      }
    />
  );
}
