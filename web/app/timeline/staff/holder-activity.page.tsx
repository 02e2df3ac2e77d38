/** A holder's history for staff. */
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useHolderOfAddress, useHolderRecord } from "../../holders/staff/holder-address.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { Timeline } from "./timeline.tsx";

export default function HolderActivityPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const { name, query } = useHolderRecord(holder);
  return (
    <>
      <PageTitle>{t("admin.holder.section.activity")}</PageTitle>
      {name === undefined ? (
        <AwaitedHolder query={query} kind={holder.holderType} />
      ) : (
        <>
          <PageHead title={t("admin.holder.section.activity")}>{name || t("shell.account.newCompany")}</PageHead>
          <Timeline key={`${holder.holderType} ${holder.holderId}`} holder={holder} />
        </>
      )}
    </>
  );
}
