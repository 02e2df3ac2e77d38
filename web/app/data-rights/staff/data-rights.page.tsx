/** The rights of a holder whose data is kept: legal holds, and what was done about their requests. */

import type { Holder } from "@portico/api/shapes.ts";
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useHolderOfAddress, useHolderRecord } from "../../holders/staff/holder-address.ts";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useDataRights } from "../use-data-rights.ts";
import { ArchivesSection } from "./archives-section.tsx";
import { ErasuresSection } from "./erasures-section.tsx";
import { HoldsSection } from "./holds-section.tsx";

export default function DataRightsPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const { name, query } = useHolderRecord(holder);
  return (
    <>
      <PageTitle>{t("admin.rights.title")}</PageTitle>
      {name === undefined ? (
        <AwaitedHolder query={query} kind={holder.holderType} />
      ) : (
        <>
          <PageHead title={t("admin.rights.title")}>{t("admin.rights.lead")}</PageHead>
          <DataRights holder={holder} />
        </>
      )}
    </>
  );
}

function DataRights({ holder }: { holder: Holder }) {
  const query = useDataRights(holder);
  if (!query.data) return <PendingQuery query={query} />;
  return (
    <>
      <HoldsSection holder={holder} data={query.data} />
      {holder.holderType === "user" && <ArchivesSection holder={holder} data={query.data} />}
      {holder.holderType === "user" && <ErasuresSection holder={holder} data={query.data} />}
    </>
  );
}
