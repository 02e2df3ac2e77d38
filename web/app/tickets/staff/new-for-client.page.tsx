/** Staff write to a client, in a ticket of the client's. */
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useHolderOfAddress, useHolderRecord } from "../../holders/staff/holder-address.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { NewTicketForm } from "../new-ticket-form.tsx";
import { useTopics } from "../use-tickets.ts";

export default function NewForClientPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const { holderType, holderId } = holder;
  const { name, query } = useHolderRecord(holder);
  const { topics } = useTopics();
  const navigate = useLocaleNavigate();
  return (
    <>
      <PageTitle>{t("tickets.new.title")}</PageTitle>
      {name === undefined ? (
        <AwaitedHolder query={query} kind={holderType} />
      ) : (
        <>
          <PageHead title={t("tickets.new.title")}>{t("admin.tickets.newLead", { name })}</PageHead>
          <Section>
            <NewTicketForm
              holder={holder}
              topics={topics}
              label={t("admin.tickets.newContent")}
              onCreated={({ id }) => {
                alert.success(t("admin.tickets.newSent"));
                navigate(`/admin/${holderType}/${holderId}/tickets/${id}`, { replace: true });
              }}
            />
          </Section>
        </>
      )}
    </>
  );
}
