/** One fund for staff: its data, NAVs, documents, and the target funds that hold it. */
import { useMemo } from "react";
import { useParams } from "react-router";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { formatDay, formatPrice } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { NavChart } from "../nav-chart.tsx";
import { FundDocuments } from "./fund-documents.tsx";
import { FundForm } from "./fund-form.tsx";
import { nameIn } from "./name-in.ts";
import { NavCorrection } from "./nav-correction.tsx";
import { NavTable } from "./nav-table.tsx";
import { NavUpload } from "./nav-upload.tsx";
import styles from "./staff.module.css";
import { type OpenedFund, useStaffFund } from "./use-target.ts";

export default function StaffFundPage() {
  const t = useText();
  const id = Number(useParams()["id"]);
  const query = useStaffFund(id);
  return (
    <>
      <BackLink to="/admin/target/funds">{t("admin.funds.place.funds")}</BackLink>
      <PageTitle>{query.data?.name ?? t("admin.funds.place.funds")}</PageTitle>
      {query.data ? <Opened fund={query.data} /> : <PendingQuery query={query} />}
    </>
  );
}

function Opened({ fund }: { fund: OpenedFund }) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      <PageHead title={fund.name}>
        {fund.nav
          ? t("admin.funds.newestNav", {
              value: `${formatPrice(language, fund.nav.value, fund.currency)} ${fund.currency}`,
              day: formatDay(language, fund.nav.day),
              source: fund.nav.source,
            })
          : t("admin.funds.noNav")}
      </PageHead>
      {fund.demo && <Notice tone="attention">{t("admin.funds.demoText")}</Notice>}
      <Navs fund={fund} />
      {fund.can.upload && <NavUpload fundId={fund.id} />}
      <FundDocuments fund={fund} />
      {fund.can.edit && (
        <Section title={t("admin.funds.data")}>
          <FundForm key={fund.saved_at} fund={fund} since={fund.saved_at} onSaved={() => undefined} />
        </Section>
      )}
      {fund.held_by.length > 0 && (
        <Section title={t("admin.funds.heldBy")}>
          <ul className={styles.rows}>
            {fund.held_by.map(({ id, name }) => (
              <li key={id}>
                <LocaleLink to={`/admin/target/${id}`}>{nameIn(language, name)}</LocaleLink>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Navs({ fund }: { fund: OpenedFund }) {
  const t = useText();
  const language = useLanguage();
  const query = useCall(useApi().funds.getFundNavs, { params: { id: fund.id }, query: {} });
  const gaps = useMemo(() => query.data?.gaps ?? [], [query.data]);
  if (!query.data) return <PendingQuery query={query} />;
  if (query.data.days.length === 0) return null;
  return (
    <>
      <Section title={t("admin.funds.navs")}>
        <NavChart fund={fund} navs={query.data} />
        {gaps.length > 0 && (
          <Notice tone="attention" title={t("admin.funds.gaps", { count: gaps.length })}>
            <p>{gaps.map(({ from, to }) => `${formatDay(language, from)} – ${formatDay(language, to)}`).join(", ")}</p>
          </Notice>
        )}
      </Section>
      <Section title={t("admin.funds.navsByDay")}>
        <NavTable fund={fund} series={query.data} />
      </Section>
      {fund.can.upload && <NavCorrection fund={fund} series={query.data} />}
    </>
  );
}
