/** Central banks' rates for tax forms: what is held of each year, what is missing, and the way to add an archive. */
import type { HeldYear } from "@portico/api/central-banks.ts";
import { useMemo } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordDay } from "../../ui/dates.tsx";
import { formatDay } from "../../ui/format.ts";
import { PageHead, Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { ArchiveUpload } from "./archive-upload.tsx";

export default function CentralBanksPage() {
  const t = useText();
  const language = useLanguage();
  const query = useCall(useApi().centralBanks.list);
  const columns = useColumns();
  const { data } = query;
  const service = data?.fetching
    ? data.fetchedAt === null
      ? t("admin.centralBanks.fetchingNothing")
      : t("admin.centralBanks.fetchingOn", { at: formatDay(language, data.fetchedAt.slice(0, 10)) })
    : t("admin.centralBanks.fetchingOff");
  return (
    <>
      <PageTitle>{t("admin.centralBanks.title")}</PageTitle>
      <PageHead title={t("admin.centralBanks.title")}>{t("admin.centralBanks.about")}</PageHead>
      <Section title={t("admin.centralBanks.NBP")} {...(data && { hint: service })}>
        <DataTable
          dense
          label={t("admin.centralBanks.NBP")}
          columns={columns}
          rows={data?.years}
          rowId={({ bank, year }) => `${bank} ${year}`}
          exportName="central-bank-rates"
          error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        />
      </Section>
      {data?.can.upload && <ArchiveUpload />}
    </>
  );
}

function useColumns(): readonly Column<HeldYear>[] {
  const t = useText();
  return useMemo(
    () => [
      { id: "year", header: t("admin.centralBanks.year"), value: ({ year }) => String(year), phone: "title" },
      { id: "days", header: t("admin.centralBanks.days"), value: ({ days }) => days, numeric: true, phone: "key" },
      {
        id: "workingDays",
        header: t("admin.centralBanks.workingDays"),
        value: ({ workingDays }) => workingDays,
        numeric: true,
      },
      {
        id: "currencies",
        header: t("admin.centralBanks.currencies"),
        value: ({ currencies }) => currencies,
        numeric: true,
      },
      {
        id: "last",
        header: t("admin.centralBanks.last"),
        value: ({ last }) => last,
        cell: ({ last }) => (last === null ? "–" : <RecordDay day={last} />),
      },
      {
        id: "missing",
        header: t("admin.centralBanks.missing"),
        value: ({ missing, missingDays }) => {
          const days = missing.join(", ");
          if (missingDays === 0) return t("admin.centralBanks.noneMissing");
          return missingDays > missing.length
            ? t("admin.centralBanks.missingMore", { days, count: String(missingDays - missing.length) })
            : days;
        },
        phone: "line",
      },
    ],
    [t],
  );
}
