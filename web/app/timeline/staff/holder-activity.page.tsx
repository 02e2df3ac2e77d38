/** A holder's history for staff. */
import type { Holder } from "@portico/api/shapes.ts";
import { auditLink } from "../../audit/staff/audit-search.ts";
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useHolderOfAddress, useHolderRecord } from "../../holders/staff/holder-address.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { Timeline } from "./timeline.tsx";

export default function HolderActivityPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const { name, query } = useHolderRecord(holder);
  const isAdmin = useHasLevel("admin");
  return (
    <>
      <PageTitle>{t("admin.holder.section.activity")}</PageTitle>
      {name === undefined ? (
        <AwaitedHolder query={query} kind={holder.holderType} />
      ) : (
        <>
          <PageHead title={t("admin.holder.section.activity")} actions={isAdmin && <AuditLink holder={holder} />}>
            {name || t("shell.account.newCompany")}
          </PageHead>
          <Timeline key={`${holder.holderType} ${holder.holderId}`} holder={holder} />
        </>
      )}
    </>
  );
}

/** The same and more, with what it was before, and with proof. */
function AuditLink({ holder: { holderType, holderId } }: { holder: Holder }) {
  const t = useText();
  return <LocaleLink to={auditLink({ holder: `${holderType}/${holderId}` })}>{t("admin.nav.audit")}</LocaleLink>;
}
