/** The firm's funds, files with their NAVs, and documents about to expire. */

import type { FundCard } from "@portico/api/funds.ts";
import { useMemo, useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { inLanguage, LocaleLink, useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { HistoryButton } from "../../shell/staff/history/history-button.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordDay } from "../../ui/dates.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { formatPrice } from "../../ui/format.ts";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { FundForm } from "./fund-form.tsx";
import { NavUpload } from "./nav-upload.tsx";
import styles from "./staff.module.css";
import { TargetPlaces } from "./target-places.tsx";
import { useExpiring } from "./use-target.ts";

export default function StaffFundsPage() {
  const t = useText();
  const language = useLanguage();
  const navigate = useLocaleNavigate();
  const query = usePages(useApi().funds.listFunds, { query: { limit: 100 } });
  const columns = useColumns();
  const canUpload = useHasLevel("office");
  const canCreate = useHasLevel("admin");
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageTitle>{t("admin.funds.place.funds")}</PageTitle>
      <PageHead
        title={t("admin.funds.place.funds")}
        actions={
          <>
            <HistoryButton kind="fund" title={t("admin.funds.place.funds")} />
            {canCreate && <Button onClick={() => setAdding(true)}>{t("admin.funds.addFund")}</Button>}
          </>
        }
      />
      <TargetPlaces current="funds" />
      <Expiring />
      <DataTable
        dense
        label={t("admin.funds.place.funds")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ id }) => String(id)}
        linkTo={({ id }) => inLanguage(language, `/admin/target/funds/${id}`)}
        exportName="funds"
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        empty={<Empty icon="document" title={t("admin.funds.noFunds")} />}
      />
      <div className={styles.afterTable}>
        <ShowMore query={query} />
      </div>
      {canUpload && <NavUpload fundId={undefined} />}
      {isAdding && (
        <Dialog opened onClose={() => setAdding(false)} title={t("admin.funds.addFund")} size="lg">
          <FundForm fund={undefined} since={undefined} onSaved={(id) => navigate(`/admin/target/funds/${id}`)} />
        </Dialog>
      )}
    </>
  );
}

function useColumns(): readonly Column<FundCard>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(
    () => [
      { id: "name", header: t("admin.funds.name"), value: ({ name }) => name, phone: "title" },
      { id: "isin", header: "ISIN", value: ({ isin }) => isin, phone: "key" },
      { id: "type", header: t("admin.funds.type"), value: ({ type }) => t(`funds.type.${type}`) },
      { id: "currency", header: t("admin.funds.currency"), value: ({ currency }) => currency },
      { id: "sri", header: "SRI", value: ({ sri }) => sri, cell: ({ sri }) => sri ?? "–", numeric: true },
      {
        id: "nav",
        header: t("admin.funds.nav"),
        value: ({ nav }) => nav?.value ?? null,
        cell: ({ nav, currency }) => (nav ? formatPrice(language, nav.value, currency) : "–"),
        numeric: true,
        phone: "key",
      },
      {
        id: "day",
        header: t("admin.funds.navDay"),
        value: ({ nav }) => nav?.day ?? null,
        cell: ({ nav }) => (nav ? <RecordDay day={nav.day} /> : "–"),
      },
      { id: "demo", header: t("admin.funds.figuresOf"), value: ({ demo }) => (demo ? t("admin.funds.demo") : "") },
    ],
    [t, language],
  );
}

function Expiring() {
  const t = useText();
  const { data } = useExpiring();
  const today = useFirmToday();
  if (!data || data.documents.length === 0) return null;
  return (
    <Section title={t("admin.funds.expiring", { count: data.documents.length })}>
      <ul className={styles.rows}>
        {data.documents.map((one) => (
          <li key={one.id}>
            <LocaleLink to={`/admin/target/funds/${one.fund_id}`}>{one.fund_name}</LocaleLink>
            <span className="small">
              {t(`funds.document.${one.kind}`)} · {t(`shell.language.${one.language}`)}
            </span>
            <span className={styles.end}>
              {one.valid_until && one.valid_until < today && (
                <StatusBadge status="expired" colour="red">
                  {t("admin.funds.expired")}
                </StatusBadge>
              )}{" "}
              {t("admin.funds.until")} {one.valid_until && <RecordDay day={one.valid_until} />}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
