/** The notices of falls that the active holder was told. */
import { api } from "virtual:portico-api";
import { holder as early, earlyCall, type PageHandle } from "../shell/calls/early-calls.ts";
import { ShowMore } from "../shell/calls/query-states.tsx";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { DataTable } from "../ui/data-table.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { useNoticeColumns } from "./notice-columns.tsx";
import { noticeRows, useFallNotices } from "./use-mandates.ts";

export const handle: PageHandle = {
  earlyCalls: [earlyCall(api.mandates.listNotices, { params: early, query: { limit: noticeRows } })],
};

export default function FallsPage() {
  const t = useText();
  const { holder } = useActiveHolder();
  const query = useFallNotices(holder);
  const columns = useNoticeColumns();
  return (
    <>
      <PageTitle>{t("reports.falls.title")}</PageTitle>
      <PageHead title={t("reports.falls.title")}>{t("reports.falls.lead")}</PageHead>
      <Section>
        <DataTable
          label={t("reports.falls.title")}
          columns={columns}
          rows={query.data?.rows}
          rowId={({ id }) => String(id)}
          step={Number.MAX_SAFE_INTEGER}
          error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
          empty={<Empty icon="bell" title={t("reports.falls.none")} />}
        />
        <ShowMore query={query} />
      </Section>
    </>
  );
}
