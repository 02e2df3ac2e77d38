/** The documents of the active holder, and what the firm asked them for. */
import { api } from "virtual:portico-api";
import type { DocumentRequest, DocumentRow } from "@portico/api/documents.ts";
import { Fragment, useCallback, useDeferredValue, useState } from "react";
import { DocumentPlaces } from "../sharepoint/document-places.tsx";
import { holder as early, earlyCall, type PageHandle, person } from "../shell/calls/early-calls.ts";
import { useDownload } from "../shell/calls/use-download.ts";
import { withFrame } from "../shell/layouts/page-frame.tsx";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { loadedPart } from "../ui/loaded-part.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { Bar, ComingNote, RowsSkeleton } from "../ui/skeletons.tsx";
import { Empty, Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { AskedDocuments } from "./asked-documents.tsx";
import { isFiltered, noFilter, useDocumentFilter } from "./document-filter.ts";
import { DocumentList } from "./document-list.tsx";
import { DownloadShown } from "./download-shown.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { useDocumentRequests } from "./use-document-requests.ts";
import { pageRows, useAllDocuments, useDocuments, useDocumentTypes } from "./use-documents.ts";
import { useOpened } from "./use-opened.ts";

const DocumentViewer = loadedPart(() => import("./document-viewer.tsx"));
const UploadDialog = loadedPart(() => import("./upload-dialog.tsx"));

export const handle: PageHandle = {
  earlyCalls: [
    earlyCall(api.companies.getStartedState, { params: { userId: person } }, { together: true }),
    earlyCall(
      api.documents.list,
      { params: { ...early, type: "all" }, query: { limit: pageRows } },
      { unfiltered: true },
    ),
    earlyCall(api.documents.listRequests, { params: early }, { together: true }),
    earlyCall(api.documents.listTypes, {}, { together: true }),
  ],
  isFramed: true,
};

export default withFrame(DocumentsPage, DocumentsFrame);

function DocumentsFrame() {
  const t = useText();
  return (
    <>
      <PageTitle>{t("documents.page.title")}</PageTitle>
      <PageHead title={t("documents.page.title")} actions={<Bar width="10rem" height="2.75rem" />} />
      <DocumentPlaces current="documents" />
      <div data-coming>
        <ComingNote />
        <Section>
          <RowsSkeleton rows={8} />
        </Section>
      </div>
    </>
  );
}

/** What is open over the page. */
type Open = { document: number } | { upload: { request?: DocumentRequest } };

function DocumentsPage() {
  const t = useText();
  const { holder, readOnly } = useActiveHolder();
  const [filter, setFilter] = useDocumentFilter();
  const query = useDocuments(holder, filter);
  const exportRows = useAllDocuments(holder, filter);
  const [open, setOpen] = useState<Open>();
  const { download } = useDownload(holder);
  const markOpened = useOpened(holder, { readOnly });
  const close = useCallback(() => setOpen(undefined), []);
  const areRequestsPending = useDocumentRequests(holder).isPending;
  const areTypesPending = useDocumentTypes().isPending;
  // Shown at once and as new elements, so that nothing visible moves when requests come above the list; rendered in a
  // transition, which input and painting can interrupt, because the list is long.
  const isComing = useDeferredValue(query.isPending || areRequestsPending || areTypesPending);
  const unread = query.data?.pages[0]?.unread ?? 0;
  const canAdd = query.data?.pages[0]?.can.add;
  // Nearly everybody can, so that its place is kept until it is known.
  const addButton = !readOnly && (canAdd || query.isPending) && (
    <Button disabled={!canAdd} leftSection={<Icon name="upload" size={16} />} onClick={() => setOpen({ upload: {} })}>
      {t("documents.page.add")}
    </Button>
  );

  const downloadRow = (row: DocumentRow) => {
    void download(row.file);
    markOpened(row);
  };
  const sourceOf = ({ by_admin }: DocumentRow) =>
    t(by_admin ? "documents.source.firm" : `documents.source.${holder.holderType}`);

  return (
    <>
      <PageTitle>{t("documents.page.title")}</PageTitle>
      <PageHead title={t("documents.page.title")} actions={addButton}>
        {!isComing && unread > 0 && t("documents.page.unread", { count: unread })}
      </PageHead>
      <Fragment key={isComing ? "coming" : "here"}>
        <DocumentPlaces current="documents" />
        {isComing ? (
          <Section>
            <Loading />
          </Section>
        ) : (
          <>
            <AskedDocuments
              holder={holder}
              onAnswer={readOnly ? undefined : (request) => setOpen({ upload: { request } })}
            />
            <Section>
              <FilterBar filter={filter} onChange={setFilter} />
              <DocumentList
                holder={holder}
                label={t("documents.page.title")}
                query={query}
                onOpen={({ id }) => setOpen({ document: id })}
                onDownload={downloadRow}
                sourceOf={sourceOf}
                marksUnread
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
                    <Empty icon="document" title={t("documents.list.none")}>
                      {t("documents.list.noneExplain")}
                    </Empty>
                  )
                }
              />
              <DownloadShown holder={holder} rows={query.data?.rows} />
            </Section>
          </>
        )}
      </Fragment>
      {open && "document" in open && (
        <DocumentViewer holder={holder} id={open.document} readOnly={readOnly} onClose={close} />
      )}
      {open && "upload" in open && <UploadDialog holder={holder} request={open.upload.request} onClose={close} />}
    </>
  );
}
