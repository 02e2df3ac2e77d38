/** Access for others: whom the active holder lets read reports, tax packs and documents. */
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { DelegationList } from "./delegation-list.tsx";
import { InviteForm } from "./invite-form.tsx";
import { useDelegations } from "./use-delegations.ts";

export default function AccessPage() {
  const t = useText();
  const { holder, name, readOnly } = useActiveHolder();
  const query = useDelegations(holder);
  const { data } = query;
  const canChange = !readOnly && (data?.can.change ?? false);
  return (
    <>
      <PageTitle>{t("reports.access.title")}</PageTitle>
      <PageHead title={t("reports.access.title")}>{t("reports.access.lead", { name })}</PageHead>
      {canChange && (
        <Section title={t("reports.access.invite")} onScreen>
          <InviteForm key={`${holder.holderType} ${holder.holderId}`} holder={holder} />
        </Section>
      )}
      <Section title={t("reports.access.who")} hint={<LooksHint />}>
        {!data && <PendingQuery query={query} />}
        {data?.delegations.length === 0 && (
          <Empty icon="people" title={t("reports.access.none")}>
            {t("reports.access.noneExplain")}
          </Empty>
        )}
        {data && data.delegations.length > 0 && (
          <DelegationList holder={holder} rows={data.delegations} canChange={canChange} />
        )}
      </Section>
    </>
  );
}

function LooksHint() {
  const t = useText();
  return <LocaleLink to="/profile#accesses">{t("reports.access.looks")}</LocaleLink>;
}
