/** One ticket for staff: what was written, an answer or a note, and who looks after it. */
import type { Holder } from "@portico/api/shapes.ts";
import type { TicketDetail } from "@portico/api/tickets.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { useParams } from "react-router";
import { ClientContracts } from "../../contracts/staff/client-contracts.tsx";
import { useHolderOfAddress } from "../../holders/staff/holder-address.ts";
import { HolderSummary } from "../../holders/staff/holder-summary.tsx";
import { PortfolioFigures } from "../../portfolios/staff/portfolio-figures.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { BackToList } from "../../shell/staff/lists/back-to-list.tsx";
import { useWithSameList } from "../../shell/staff/lists/list-of-reader.ts";
import { Moment } from "../../ui/dates.tsx";
import { Facts, PageHead, Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { Continued } from "../continued.tsx";
import { Conversation } from "../conversation.tsx";
import { DueBadge, DueExplained, DueNext } from "../due.tsx";
import { TicketBadge } from "../ticket-badge.tsx";
import styles from "../tickets.module.css";
import { ToAnswer } from "../to-answer.tsx";
import { type useComments, useTicketPage, useTopics } from "../use-tickets.ts";
import { useTicketTitle } from "../use-title.ts";
import { Unmerge } from "./merging.tsx";
import { holderTicketsPath } from "./paths.ts";
import { Reply } from "./reply.page.tsx";
import { TicketCare } from "./ticket-care.tsx";
import { Unsent } from "./unsent.tsx";

/** What was written, in a part of the screen that leaves room for the answer below it; the newest is in sight. */
function Thread({ newest, children }: { /** Changes with what is newest. */ newest: number; children: ReactNode }) {
  const pane = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is new is scrolled to
  useEffect(() => {
    if (pane.current) pane.current.scrollTop = pane.current.scrollHeight;
  }, [newest]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by key
    <div ref={pane} className={styles.thread} tabIndex={0}>
      {children}
    </div>
  );
}

export default function StaffTicketPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const id = Number(useParams()["ticketId"]);
  const { query, comments, ticket } = useTicketPage(holder, id, { forStaff: true });
  return (
    <>
      <BackToList
        lists={[
          { path: "/admin/tickets", label: t("tickets.title") },
          { path: holderTicketsPath(holder), label: t("tickets.title") },
          { path: "/admin/tickets/report", label: t("admin.ticketReport.title") },
        ]}
      />
      {ticket ? (
        <StaffTicket key={id} {...{ holder, ticket, comments }} />
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

interface StaffTicketProps {
  holder: Holder;
  ticket: TicketDetail;
  comments: ReturnType<typeof useComments>;
}

function StaffTicket({ holder, ticket, comments }: StaffTicketProps) {
  const t = useText();
  const { id, topic, about, can, waiting_since, holder_name, due, clocks } = ticket;
  const title = useTicketTitle()(ticket);
  const { nameOf } = useTopics();
  const withSameList = useWithSameList();
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHead title={title} actions={can.comment && <ToAnswer />}>
        <Facts>
          <TicketBadge ticket={ticket} />
          <span>#{id}</span>
          <span>{nameOf(topic)}</span>
          <LocaleLink to={`/admin/${holder.holderType}/${holder.holderId}/profile`}>{holder_name}</LocaleLink>
          {waiting_since && (
            <span>
              {t("admin.tickets.waiting")} <Moment at={waiting_since} />
            </span>
          )}
          {due && (
            <>
              <DueBadge due={due} />
              <DueNext due={due} />
            </>
          )}
        </Facts>
      </PageHead>
      {ticket.continues && (
        <Continued
          holder={holder}
          id={id}
          into={ticket.continues}
          path={withSameList(`${holderTicketsPath(holder)}/${ticket.continues.id}`)}
          kinds={[".answer", ".note"]}
        >
          {ticket.continues.undo_until !== null && <Unmerge id={id} until={ticket.continues.undo_until} />}
        </Continued>
      )}
      {ticket.state === "closed" && !ticket.continues && (
        <>
          <Unsent holder={holder} id={id} kind="answer" />
          <Unsent holder={holder} id={id} kind="note" />
        </>
      )}
      <div className={styles.withClient}>
        <div>
          <Section>
            {about && (
              <p className={styles.about}>
                {t("tickets.about")} {about.title}
              </p>
            )}
            <Thread newest={comments.data?.rows.length ?? 0}>
              <Conversation holder={holder} ticket={ticket} query={comments} forStaff />
            </Thread>
          </Section>
          {can.comment && comments.data && (
            <div className={styles.reply}>
              <Reply holder={holder} ticket={ticket} comments={comments.data.rows} />
            </div>
          )}
        </div>
        <div>
          <TicketCare holder={holder} ticket={ticket} />
          <HolderSummary holder={holder}>
            <PortfolioFigures holder={holder} />
            <ClientContracts holder={holder} />
          </HolderSummary>
          <DueExplained clocks={clocks} />
        </div>
      </div>
    </>
  );
}
