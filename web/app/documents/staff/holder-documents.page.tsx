/** A holder's documents for staff: what the firm asked for, the documents, and the bin. */

import type { DocumentRow } from "@portico/api/documents.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useCallback, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useHolderOfAddress, useHolderRecord } from "../../holders/staff/holder-address.ts";
import { HolderDocumentPlaces } from "../../sharepoint/staff/holder-document-places.tsx";
import { errorText } from "../../shell/calls/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { useDownload } from "../../shell/calls/use-download.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { Button } from "../../ui/button.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { RecordDate } from "../../ui/dates.tsx";
import { Icon } from "../../ui/icon.tsx";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { type DocumentFilter, isFiltered, useDocumentFilter } from "../document-filter.ts";
import { DocumentList } from "../document-list.tsx";
import { DownloadShown } from "../download-shown.tsx";
import { FilterBar } from "../filter-bar.tsx";
import { useAllDocuments, useDocuments } from "../use-documents.ts";
import { HolderRequests } from "./holder-requests.tsx";

const DocumentViewer = loadedPart(() => import("../document-viewer.tsx"));
const UploadDialog = loadedPart(() => import("../upload-dialog.tsx"));

export default function HolderDocumentsPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const { holderType, holderId } = holder;
  const { name, query } = useHolderRecord(holder);
  const [params] = useSearchParams();
  return (
    <>
      <PageTitle>{t("documents.page.title")}</PageTitle>
      {name === undefined ? (
        <AwaitedHolder query={query} kind={holderType} />
      ) : (
        <HolderDocuments
          key={`${holderType} ${holderId} ${params.get("document") ?? ""}`}
          holder={holder}
          name={name}
        />
      )}
    </>
  );
}

type Open = { document: number } | "upload";

function HolderDocuments({ holder, name }: { holder: Holder; name: string }) {
  const t = useText();
  const [params] = useSearchParams();
  const isBin = params.get("part") === "bin";
  const [filter, setFilter] = useDocumentFilter();
  const query = useDocuments(holder, filter, { bin: isBin });
  const { download } = useDownload(holder);
  // The search over all records leads to one of them.
  const [open, setOpen] = useState<Open | undefined>(() => {
    const asked = Number(params.get("document"));
    return asked > 0 ? { document: asked } : undefined;
  });
  const close = useCallback(() => setOpen(undefined), []);
  const can = query.data?.pages[0]?.can;
  const exportRows = useAllDocuments(holder, filter, { bin: isBin });
  const restore = useRestore();
  const moreColumns = useStateColumn(isBin);
  const renderRestore = ({ id, can }: DocumentRow) =>
    can.restore && (
      <Button size="compact-md" variant="default" onClick={() => void restore(id)}>
        {t("admin.documents.restore")}
      </Button>
    );
  return (
    <>
      <PageHead
        title={t("documents.page.title")}
        actions={
          can?.add && (
            <Button leftSection={<Icon name="upload" size={16} />} onClick={() => setOpen("upload")}>
              {t("documents.page.add")}
            </Button>
          )
        }
      >
        {name}
      </PageHead>
      <HolderRequests holder={holder} canAsk={can?.ask === true} onOpen={(document) => setOpen({ document })} />
      <HolderDocumentPlaces holder={holder} current={isBin ? "bin" : "documents"} />
      <Section>
        <FilterBar filter={filter} onChange={setFilter} />
        <DocumentList
          holder={holder}
          label={t(isBin ? "admin.documents.bin" : "documents.page.title")}
          query={query}
          onOpen={({ id }) => setOpen({ document: id })}
          onDownload={(row) => void download(row.file)}
          sourceOf={({ by_admin }) => t(by_admin ? "admin.documents.source.firm" : "admin.documents.source.client")}
          moreColumns={moreColumns}
          exportRows={exportRows}
          {...(isBin && { renderAction: renderRestore })}
          empty={<Empty icon="document" title={t(emptyText(filter, isBin))} />}
        />
        {!isBin && <DownloadShown holder={holder} rows={query.data?.rows} />}
      </Section>
      {open === "upload" && <UploadDialog holder={holder} byStaff onClose={close} />}
      {typeof open === "object" && (
        <DocumentViewer holder={holder} id={open.document} forStaff readOnly={false} onClose={close} />
      )}
    </>
  );
}

const emptyText = (filter: DocumentFilter, isBin: boolean) => {
  if (isFiltered(filter)) return "documents.list.noneFound";
  return isBin ? "admin.documents.binEmpty" : "admin.documents.none";
};

function useRestore() {
  const t = useText();
  const runChange = useRunChange();
  return async (id: number) => {
    try {
      await runChange((api) => api.documents.restore({ params: { id }, body: {} }));
      alert.success(t("admin.documents.restored"));
    } catch (error) {
      alert.error(errorText(t, error));
    }
  };
}

/** Until when it stays in the bin; otherwise whether the client opened what the firm added. */
function useStateColumn(isBin: boolean): readonly Column<DocumentRow>[] {
  const t = useText();
  return useMemo(
    () =>
      isBin
        ? [
            {
              id: "deletedUntil",
              header: t("documents.viewer.deletedUntil"),
              value: ({ deleted_until }) => deleted_until,
              cell: ({ deleted_until }) => deleted_until && <RecordDate at={deleted_until} />,
              phone: "key",
            },
          ]
        : [
            {
              id: "read",
              header: t("admin.documents.read"),
              value: ({ by_admin, unread }) =>
                by_admin ? t(unread ? "admin.documents.unread" : "admin.documents.opened") : null,
              phone: "line",
            },
          ],
    [t, isBin],
  );
}
