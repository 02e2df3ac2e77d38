/** A holder's tickets for staff. */
import type { Holder } from "@portico/api/shapes.ts";
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useHolderOfAddress, useHolderRecord } from "../../holders/staff/holder-address.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { useWithThisList } from "../../shell/staff/lists/list-of-reader.ts";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { TicketList } from "../ticket-list.tsx";
import { useAllTickets, useTickets } from "../use-tickets.ts";
import { staffTicketPath } from "./paths.ts";

export default function HolderTicketsPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const { name, query } = useHolderRecord(holder);
  return (
    <>
      <PageTitle>{t("tickets.title")}</PageTitle>
      {name === undefined ? (
        <AwaitedHolder query={query} kind={holder.holderType} />
      ) : (
        <HolderTickets holder={holder} name={name} />
      )}
    </>
  );
}

function HolderTickets({ holder, name }: { holder: Holder; name: string }) {
  const t = useText();
  const query = useTickets(holder, { forStaff: true });
  const withList = useWithThisList();
  const exportRows = useAllTickets(holder, { forStaff: true });
  return (
    <>
      <PageHead title={t("tickets.title")}>{name}</PageHead>
      <Section>
        <TicketList
          dense
          query={query}
          rows={query.data?.rows}
          exportRows={exportRows}
          pathOf={(row) => withList(staffTicketPath(row))}
          empty={<Empty icon="request" title={t("admin.tickets.noneOfHolder")} />}
        />
      </Section>
    </>
  );
}
