/** The tickets behind a figure of late ones, each with why it was due then. */
import type { TicketPromiseKind } from "@portico/api/rules/tickets.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery, ShowMore } from "../../shell/calls/query-states.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useWithThisList } from "../../shell/staff/lists/list-of-reader.ts";
import { Facts, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { ClockFacts } from "../due.tsx";
import { TicketBadge } from "../ticket-badge.tsx";
import styles from "../tickets.module.css";
import { useTicketTitle } from "../use-title.ts";
import { staffTicketPath } from "./paths.ts";

interface LateTicketsProps {
  query: { from: string; to: string; kind: TicketPromiseKind; topic?: string; person?: number; week?: string };
  /** Of the row whose figure was chosen. */
  name: ReactNode;
}

export function LateTickets({ query: asked, name }: LateTicketsProps) {
  const t = useText();
  const titleOf = useTicketTitle();
  const withList = useWithThisList();
  const api = useApi();
  const query = usePages(api.tickets.listLate, { query: { ...asked, limit: 30 } });
  const tickets = query.data?.rows;
  // The list is below the table.
  const place = useRef<HTMLDivElement>(null);
  const isLoaded = tickets !== undefined;
  useEffect(() => {
    if (isLoaded) place.current?.scrollIntoView({ block: "nearest" });
  }, [isLoaded]);
  return (
    <div ref={place} className={styles.late}>
      <Section
        title={
          <>
            {t("admin.ticketReport.lateTitle", { what: t(`tickets.clock.${asked.kind}`) })}: {name}
          </>
        }
      >
        {!tickets && <PendingQuery query={query} />}
        {tickets?.length === 0 && <Empty icon="request" title={t("admin.ticketReport.noneLate")} />}
        <ul className={styles.lateList}>
          {tickets?.map(({ ticket, clock }) => (
            <li key={ticket.id}>
              <Facts>
                <LocaleLink to={withList(staffTicketPath(ticket))}>{titleOf(ticket)}</LocaleLink>
                <span>#{ticket.id}</span>
                <span>{ticket.holder_name || t("shell.account.newCompany")}</span>
                {ticket.assigned_name && <span>{t("tickets.lookedAfter", { name: ticket.assigned_name })}</span>}
                <TicketBadge ticket={ticket} />
              </Facts>
              <details className={styles.explained}>
                <summary>{t("admin.ticketReport.why")}</summary>
                <ClockFacts clock={clock} />
              </details>
            </li>
          ))}
        </ul>
        <ShowMore query={query} />
      </Section>
    </div>
  );
}
