/** The category and mandate of a client: what holds today, a record from a day on, and all that was recorded. */

import type { Holder } from "@portico/api/shapes.ts";
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useHolderOfAddress, useHolderRecord } from "../../holders/staff/holder-address.ts";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useMandate, useMandateRecords } from "../use-mandates.ts";
import { MandateForm } from "./mandate-form.tsx";
import { MandateHistory } from "./mandate-history.tsx";
import { detailsOf } from "./mandate-text.ts";

export default function HolderMandatePage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const { name, query } = useHolderRecord(holder);
  return (
    <>
      <PageTitle>{t("admin.mandates.title")}</PageTitle>
      {name === undefined ? (
        <AwaitedHolder query={query} kind={holder.holderType} />
      ) : (
        <>
          <PageHead title={t("admin.mandates.title")}>{t("admin.mandates.lead")}</PageHead>
          <Mandate holder={holder} />
        </>
      )}
    </>
  );
}

function Mandate({ holder }: { holder: Holder }) {
  const t = useText();
  const language = useLanguage();
  const today = useMandate(holder);
  const query = useMandateRecords(holder);
  const { data } = query;
  return (
    <>
      <Section title={t("admin.mandates.today")}>
        {!today.data && <PendingQuery query={today} />}
        {today.data && (
          <p>
            {today.data.from === null
              ? t("admin.mandates.unsaid")
              : detailsOf(t, language, { ...today.data, from: today.data.from })}
          </p>
        )}
      </Section>
      {data?.can.record && (
        <Section title={t("admin.mandates.change")}>
          <MandateForm key={data.last ?? 0} holder={holder} data={data} />
        </Section>
      )}
      <Section title={t("admin.mandates.history")}>
        {!data && <PendingQuery query={query} />}
        {data?.records.length === 0 && <Empty icon="document" title={t("admin.mandates.noHistory")} />}
        {data && data.records.length > 0 && <MandateHistory holder={holder} data={data} />}
      </Section>
    </>
  );
}
