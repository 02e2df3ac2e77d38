/** What somebody else lets the person read: their reports and documents, and for whom and until when. */
import type { Share } from "@portico/api/delegations.ts";
import type { DocumentRow } from "@portico/api/documents.ts";
import { useCallback, useState } from "react";
import { useParams } from "react-router";
import { isFiltered, noFilter, useDocumentFilter } from "../documents/document-filter.ts";
import { DocumentList } from "../documents/document-list.tsx";
import { FilterBar } from "../documents/filter-bar.tsx";
import { useAllDocuments, useDocuments } from "../documents/use-documents.ts";
import { FilteredReports, useFilteredReports } from "../reports/filtered-reports.tsx";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { useRunChange } from "../shell/calls/use-change.ts";
import { useDownload } from "../shell/calls/use-download.ts";
import { openConfirmation } from "../shell/dialogs/confirmation.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { useLocaleNavigate } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { useProfile } from "../shell/session/session.ts";
import { Button } from "../ui/button.tsx";
import { loadedPart } from "../ui/loaded-part.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { BecomeClient } from "./become-client.tsx";
import { SharedNote } from "./shared-note.tsx";
import { useShares } from "./use-delegations.ts";

const SharedActions = loadedPart(() => import("../corporate-actions/shared-actions.tsx"));
const DocumentViewer = loadedPart(() => import("../documents/document-viewer.tsx"));

export default function SharedPage() {
  const t = useText();
  const { holderType, holderId } = useParams();
  const { readOnly } = useActiveHolder();
  const { shares, query } = useShares();
  const own = shares?.filter((one) => one.holderType === holderType && String(one.holderId) === holderId) ?? [];
  const [share] = own;
  if (!shares) return <PendingQuery query={query} />;
  if (!share || readOnly)
    return (
      <>
        <PageTitle>{t("reports.shared.title")}</PageTitle>
        <PageHead title={t("reports.shared.title")} />
        <Empty icon="report" title={t("reports.shared.gone")}>
          {t("reports.shared.goneExplain")}
        </Empty>
      </>
    );
  const parts = own.flatMap((one) => one.parts);
  const holder = { holderType: share.holderType, holderId: share.holderId };
  return (
    <>
      <PageTitle>{share.name}</PageTitle>
      <PageHead title={share.name} actions={<GiveUp share={share} />} />
      <SharedNote share={share} />
      {(parts.includes("reports") || parts.includes("tax")) && <Reports holder={holder} />}
      {parts.includes("reports") && <SharedActions holder={holder} />}
      {parts.includes("documents") && <Documents holder={holder} />}
      <BecomeClient />
    </>
  );
}

type Of = Pick<Share, "holderType" | "holderId">;

function Reports({ holder }: { holder: Of }) {
  const t = useText();
  const reports = useFilteredReports(holder);
  return (
    <Section title={t("reports.page.title")}>
      <FilteredReports
        reports={reports}
        label={t("reports.page.title")}
        empty={<Empty icon="report" title={t("reports.list.none")} />}
      />
    </Section>
  );
}

function Documents({ holder }: { holder: Of }) {
  const t = useText();
  const [filter, setFilter] = useDocumentFilter();
  const query = useDocuments(holder, filter);
  const exportRows = useAllDocuments(holder, filter);
  const { download } = useDownload(holder);
  const [openId, setOpenId] = useState<number>();
  const close = useCallback(() => setOpenId(undefined), []);
  return (
    <Section title={t("documents.page.title")}>
      <FilterBar filter={filter} onChange={setFilter} />
      <DocumentList
        holder={holder}
        label={t("documents.page.title")}
        query={query}
        onOpen={({ id }) => setOpenId(id)}
        onDownload={(row: DocumentRow) => void download(row.file)}
        sourceOf={({ by_admin }) => t(by_admin ? "documents.source.firm" : `documents.source.${holder.holderType}`)}
        exportRows={exportRows}
        empty={
          isFiltered(filter) ? (
            <Empty
              icon="search"
              title={t("documents.list.noneFound")}
              action={
                <Button variant="default" onClick={() => setFilter(noFilter)}>
                  {t("documents.filter.clear")}
                </Button>
              }
            />
          ) : (
            <Empty icon="document" title={t("documents.list.none")} />
          )
        }
      />
      {openId !== undefined && <DocumentViewer holder={holder} id={openId} readOnly onClose={close} />}
    </Section>
  );
}

function GiveUp({ share: { id, name } }: { share: Share }) {
  const t = useText();
  const { id: userId } = useProfile();
  const runChange = useRunChange();
  const navigate = useLocaleNavigate();
  return (
    <Button
      variant="default"
      size="sm"
      onClick={() =>
        openConfirmation({
          title: t("reports.shared.giveUpTitle", { name }),
          text: t("reports.shared.giveUpText"),
          confirmLabel: t("reports.shared.giveUp"),
          destructive: true,
          action: async () => {
            await runChange((api) => api.delegations.giveUp({ params: { userId, delegationId: id }, body: {} }));
            navigate("/shared");
          },
        })
      }
    >
      {t("reports.shared.giveUp")}
    </Button>
  );
}
