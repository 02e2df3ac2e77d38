/** The tickets of the active holder, the newest first. */
import { api } from "virtual:portico-api";
import { holder as early, earlyCall, type PageHandle } from "../shell/calls/early-calls.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { Button } from "../ui/button.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { TicketList } from "./ticket-list.tsx";
import { asHolder, pageRows, useAllTickets, useTickets } from "./use-tickets.ts";

export const handle: PageHandle = {
  earlyCalls: [
    earlyCall(api.tickets.list, { params: early, query: { limit: pageRows, ...asHolder } }),
    earlyCall(api.tickets.listTopics, {}, { together: true }),
  ],
};

export default function TicketsPage() {
  const t = useText();
  const { holder, readOnly } = useActiveHolder();
  const query = useTickets(holder);
  const exportRows = useAllTickets(holder);
  return (
    <>
      <PageTitle>{t("tickets.title")}</PageTitle>
      <PageHead
        title={t("tickets.title")}
        actions={
          !readOnly && (
            <Button component={LocaleLink} to="/tickets/new">
              {t("tickets.new.action")}
            </Button>
          )
        }
      >
        {t("tickets.lead")}
      </PageHead>
      <Section>
        <TicketList
          query={query}
          rows={query.data?.rows}
          exportRows={exportRows}
          pathOf={({ id }) => `/tickets/${id}`}
          empty={
            <Empty icon="request" title={t("tickets.none")}>
              {t("tickets.noneExplain")}
            </Empty>
          }
        />
      </Section>
    </>
  );
}
