/** The audit log: state of its chains, filters, entries. For administrators. */
import { keepPreviousData } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { useSaveAnswer } from "../../shell/calls/use-download.ts";
import { usePages } from "../../shell/calls/use-pages.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PrintButton } from "../../ui/print-button.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { filterOf, isBackwards } from "./audit-search.ts";
import { AuditTable } from "./audit-table.tsx";
import { ChainPanel } from "./chain-panel.tsx";

export default function AuditPage() {
  const t = useText();
  const mayRead = useHasLevel("admin");
  return (
    <>
      <PageTitle>{t("audit.title")}</PageTitle>
      <PageHead title={t("audit.title")} actions={mayRead && <PrintButton />}>
        {t("audit.lead")}
      </PageHead>
      {mayRead ? <AuditLog /> : <Notice>{t("audit.adminsOnly")}</Notice>}
    </>
  );
}

const verificationPollMs = 5000;

function AuditLog() {
  const t = useText();
  const [params] = useSearchParams();
  const filter = filterOf(params);
  const isFaulty = isBackwards(filter);
  const query = usePages(
    useApi().audit.list,
    { query: { ...filter, limit: 50 } },
    {
      placeholderData: keepPreviousData,
      enabled: !isFaulty,
      refetchInterval: ({ state }) =>
        (state.data as { pages?: { chain?: { running?: boolean } }[] } | undefined)?.pages?.[0]?.chain?.running === true
          ? verificationPollMs
          : false,
    },
  );
  const { save, busy } = useSaveAnswer();
  const rows = query.data?.rows;
  return (
    <>
      <ChainPanel state={query.data?.pages[0]?.chain} />
      <Section
        title={t("audit.entries")}
        hint={t("audit.entriesHint")}
        actions={
          <Button
            variant="default"
            size="sm"
            loading={busy}
            disabled={isFaulty}
            onClick={() => void save((api) => api.audit.getProof({ query: filter }))}
          >
            {t("audit.export")}
          </Button>
        }
      >
        <AuditFilters filter={filter} entries={rows} />
        {isFaulty ? (
          <Notice tone="failed">{t("audit.backwards")}</Notice>
        ) : (
          <>
            <AuditTable query={query} rows={rows} />
            <ShowMore query={query} />
          </>
        )}
      </Section>
    </>
  );
}
