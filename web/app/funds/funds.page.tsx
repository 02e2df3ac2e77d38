/** The funds that definitions hold and that clients may read about. */
import type { FundCard } from "@portico/api/funds.ts";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { useApi } from "../shell/calls/api.tsx";
import { usePages } from "../shell/calls/use-pages.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { BackLink } from "../shell/navigation/back-link.tsx";
import { inLanguage } from "../shell/navigation/locale-link.tsx";
import { SearchField } from "../shell/search-field.tsx";
import { tablePages } from "../shell/table-pages.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { RecordDay } from "../ui/dates.tsx";
import { Money, Percent } from "../ui/figures.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { type Translate, useLanguage, useText } from "../ui/text.tsx";
import styles from "./funds.module.css";

export default function FundsPage() {
  const t = useText();
  const language = useLanguage();
  const [search, setSearch] = useSearchParams();
  const asked = search.get("search") ?? "";
  const query = usePages(useApi().funds.listFunds, { query: { limit: 50, ...(asked !== "" && { search: asked }) } });
  const columns = useMemo(() => columnsOf(t), [t]);
  const ask = useCallback(
    (text: string) => setSearch(text === "" ? {} : { search: text }, { replace: true, preventScrollReset: true }),
    [setSearch],
  );
  return (
    <>
      <BackLink to="/target">{t("funds.list.title")}</BackLink>
      <PageTitle>{t("funds.funds.title")}</PageTitle>
      <PageHead title={t("funds.funds.title")}>
        <p>{t("funds.funds.lead")}</p>
      </PageHead>
      <div className={styles.find}>
        <SearchField label={t("funds.funds.search")} asked={asked} onChange={ask} />
      </div>
      <Section>
        <DataTable
          label={t("funds.funds.title")}
          columns={columns}
          rows={query.data?.rows}
          rowId={({ id }) => String(id)}
          linkTo={({ id }) => inLanguage(language, `/target/funds/${id}`)}
          empty={<Empty icon="search" title={t(asked === "" ? "funds.funds.none" : "funds.funds.notFound")} />}
          {...tablePages(t, query)}
        />
      </Section>
    </>
  );
}

const columnsOf = (t: Translate): readonly Column<FundCard>[] => [
  { id: "name", header: t("funds.funds.name"), value: ({ name }) => name, phone: "title" },
  { id: "isin", header: "ISIN", value: ({ isin }) => isin, phone: "line" },
  { id: "manager", header: t("funds.fund.manager"), value: ({ manager }) => manager },
  { id: "type", header: t("funds.fund.type"), value: ({ type }) => t(`funds.type.${type}`) },
  {
    id: "costs",
    header: t("funds.fund.costs"),
    value: ({ ongoing_costs }) => ongoing_costs,
    cell: ({ ongoing_costs }) => <Percent value={ongoing_costs} />,
    numeric: true,
    phone: "key",
  },
  {
    id: "nav",
    header: t("funds.fund.nav1"),
    value: ({ nav }) => nav?.value,
    currency: ({ currency }) => currency,
    cell: ({ nav, currency }) => <Money amount={nav?.value} currency={currency} price={4} />,
    numeric: true,
    phone: "key",
  },
  {
    id: "day",
    header: t("funds.chart.day"),
    value: ({ nav }) => nav?.day,
    cell: ({ nav }) => nav && <RecordDay day={nav.day} />,
  },
];
