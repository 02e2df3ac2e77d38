/** The firm's instruments with what portfolios are divided by, and what tax forms ask for. */
import type { InstrumentFacts } from "@portico/api/portfolio-instruments.ts";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { OwnCostFile } from "../../reports/staff/own-cost-file.tsx";
import { OwnCosts } from "../../reports/staff/own-costs.tsx";
import { formatStatedPercent } from "../../reports/staff/stated-percent.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { useCountries } from "../../shell/use-countries.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { NativeSelect, TextInput } from "../../ui/fields.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { InstrumentFactsForm } from "./instrument-facts-form.tsx";
import styles from "./instruments.module.css";

const lacks = ["country", "sector", "legalForm", "venue", "costs"] as const;

export default function InstrumentsPage() {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const text = (search.get("search") ?? "").trim().slice(0, 60);
  const missing = lacks.find((one) => one === search.get("missing"));
  const change = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const query = usePages(useApi().portfolios.listInstruments, {
    query: { limit: 100, ...(text !== "" && { search: text }), ...(missing && { missing }) },
  });
  const columns = useColumns();
  const canEdit = useHasLevel("office");
  const [opened, setOpened] = useState<InstrumentFacts>();
  return (
    <>
      <PageTitle>{t("admin.instruments.title")}</PageTitle>
      <PageHead title={t("admin.instruments.title")}>{t("admin.instruments.about")}</PageHead>
      <div className={styles.filters} data-no-print>
        <TextInput
          label={t("admin.instruments.search")}
          value={search.get("search") ?? ""}
          onChange={(event) => change("search", event.currentTarget.value)}
        />
        <NativeSelect
          label={t("admin.instruments.missing")}
          value={missing ?? ""}
          data={[
            { value: "", label: t("admin.instruments.missing.all") },
            ...lacks.map((one) => ({ value: one, label: t(`admin.instruments.missing.${one}`) })),
          ]}
          onChange={(event) => change("missing", event.currentTarget.value)}
        />
      </div>
      <DataTable
        dense
        label={t("admin.instruments.title")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ id }) => String(id)}
        {...(canEdit && { onOpen: setOpened })}
        exportName="instruments"
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        empty={<Empty icon="portfolio" title={t("admin.instruments.none")} />}
      />
      <ShowMore query={query} />
      {canEdit && <OwnCostFile />}
      {opened && (
        <Dialog opened onClose={() => setOpened(undefined)} title={opened.name} size="lg">
          <InstrumentFactsForm instrument={opened} onSaved={() => setOpened(undefined)} />
          <OwnCosts instrumentId={opened.id} />
        </Dialog>
      )}
    </>
  );
}

function useColumns(): readonly Column<InstrumentFacts>[] {
  const t = useText();
  const countries = useCountries();
  const language = useLanguage();
  return useMemo(() => {
    const country = ({ country: code }: InstrumentFacts) =>
      code === null ? null : (countries.find((one) => one.code === code)?.name ?? code);
    const sector = ({ sector: name }: InstrumentFacts) =>
      name === null ? null : t(`admin.instruments.sector.${name}`);
    const sourceOf = (source: InstrumentFacts["country_source"]) =>
      source === null ? null : t(`admin.instruments.source.${source}`);
    const withSource = (value: string | null, source: InstrumentFacts["country_source"]) => (
      <>
        {value ?? <span className={styles.unknown}>{t("admin.instruments.unknown")}</span>}
        {source && <small className={styles.source}> · {sourceOf(source)}</small>}
      </>
    );
    return [
      { id: "name", header: t("admin.instruments.name"), value: ({ name }) => name, phone: "title" },
      { id: "ticker", header: t("admin.instruments.ticker"), value: ({ ticker }) => ticker },
      { id: "isin", header: "ISIN", value: ({ isin }) => isin, cell: ({ isin }) => isin ?? "–" },
      {
        id: "class",
        header: t("admin.instruments.class"),
        value: ({ asset_class: name }) => t(`admin.instruments.class.${name}`),
      },
      {
        id: "country",
        header: t("admin.instruments.country"),
        value: country,
        cell: (row) => withSource(country(row), row.country_source),
        phone: "key",
      },
      {
        id: "countrySource",
        header: t("admin.instruments.countrySource"),
        value: (row) => sourceOf(row.country_source),
        fileOnly: true,
      },
      {
        id: "sector",
        header: t("admin.instruments.sector"),
        value: sector,
        cell: (row) => withSource(sector(row), row.sector_source),
        phone: "key",
      },
      {
        id: "sectorSource",
        header: t("admin.instruments.sectorSource"),
        value: (row) => sourceOf(row.sector_source),
        fileOnly: true,
      },
      {
        id: "legalForm",
        header: t("admin.instruments.legalForm"),
        value: ({ legalForm: form }) => (form === null ? null : t(`admin.instruments.legalForm.${form}`)),
        cell: ({ legalForm: form }) =>
          withSource(form === null ? null : t(`admin.instruments.legalForm.${form}`), null),
      },
      {
        id: "venue",
        header: t("admin.instruments.venue"),
        value: ({ venue }) => venue,
        cell: ({ venue }) => withSource(venue, null),
      },
      {
        id: "ongoingCosts",
        header: t("admin.instruments.ownCosts"),
        value: ({ ongoingCosts }) => ongoingCosts,
        cell: ({ ongoingCosts, asset_class: name }) =>
          ongoingCosts === null && name !== "fund" && name !== "commodity"
            ? "–"
            : withSource(ongoingCosts === null ? null : formatStatedPercent(language, ongoingCosts), null),
        numeric: true,
      },
    ];
  }, [t, countries, language]);
}
