/** Whom a holder lets read what, for staff: they look, and change nothing. */
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useHolderOfAddress, useHolderRecord } from "../../holders/staff/holder-address.ts";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { DelegationList } from "../delegation-list.tsx";
import { useDelegations } from "../use-delegations.ts";

export default function HolderAccessPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const { name, query: holderQuery } = useHolderRecord(holder);
  const query = useDelegations(holder);
  const rows = query.data?.delegations;
  return (
    <>
      <PageTitle>{t("reports.access.title")}</PageTitle>
      {name === undefined ? (
        <AwaitedHolder query={holderQuery} kind={holder.holderType} />
      ) : (
        <>
          <PageHead title={t("reports.access.title")}>{t("reports.access.staffLead")}</PageHead>
          <Section title={t("reports.access.who")}>
            {!rows && <PendingQuery query={query} />}
            {rows?.length === 0 && <Empty icon="people" title={t("reports.access.noneOfHolder")} />}
            {rows && rows.length > 0 && <DelegationList holder={holder} rows={rows} canChange={false} />}
          </Section>
        </>
      )}
    </>
  );
}
