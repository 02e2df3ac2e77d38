/**
 * A document over the page: its newest version, drawn, and next to it its data, versions and actions. Loaded when the
 * first document is opened.
 */
import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { isOfficeType } from "@portico/api/rules/office-files.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { useDownload } from "../shell/calls/use-download.ts";
import { useStopSending } from "../shell/unsent/use-stop-sending.ts";
import { Tool } from "../shell/viewer/file-view.tsx";
import { FileViewer } from "../shell/viewer/file-viewer.tsx";
import { viewerId } from "../shell/viewer/open-file.ts";
import { Button } from "../ui/button.tsx";
import { rememberFocus } from "../ui/focus-back.ts";
import { Icon } from "../ui/icon.tsx";
import { type Translate, useText } from "../ui/text.tsx";
import { useBackCloses } from "../ui/use-back-closes.ts";
import { useOpeningClick } from "../ui/use-opening-click.ts";
import { DocumentDetails, type OpenedDocument } from "./document-details.tsx";
import styles from "./document-viewer.module.css";
import { useDocument, useDocumentTypes } from "./use-documents.ts";
import { useOpened } from "./use-opened.ts";

interface DocumentViewerProps {
  holder: Holder;
  id: number;
  /** Staff see who added each version, and when the client opened it. */
  forStaff?: boolean;
  /** Somebody else looks at the holder's pages: nothing is recorded or offered to change. */
  readOnly: boolean;
  onClose: () => void;
}

export default function DocumentViewer({ onClose: close, ...props }: DocumentViewerProps) {
  const t = useText();
  const stopSending = useStopSending();
  const onClose = () => stopSending(close);
  const [isRemoving, setRemoving] = useState(false);
  const { data: document, ...query } = useDocument(props.holder, props.id, { enabled: !isRemoving });
  useBackCloses(true, onClose);
  useOpeningClick(true);
  // It is mounted open, which Mantine would not notice.
  useLayoutEffect(rememberFocus, []);
  return (
    <Modal.Root opened onClose={onClose} returnFocus={false} fullScreen transitionProps={{ duration: 0 }}>
      <Modal.Content aria-label={document?.title ?? t("documents.viewer.title")} className={styles.sheet ?? ""}>
        {document ? (
          <OpenDocument {...props} document={document} onRemoving={setRemoving} onClose={onClose} />
        ) : (
          <div className={styles.waiting}>
            <Tool icon="close" label={t("viewer.close")} keys="Escape" onClick={onClose} />
            <PendingQuery query={query} />
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

type OpenDocumentProps = DocumentViewerProps & {
  document: OpenedDocument;
  onRemoving: (isRemoving: boolean) => void;
};

/** What the viewer is told of a version of the document: an office file, or one not found clean, is not drawn. */
function describeFile(
  t: Translate,
  { title, history }: OpenedDocument,
  { version, type }: { version: OpenedDocument["history"][number]; type: string },
) {
  const { id, state, media_type: mediaType } = version.file;
  const unclean = state === "clean" ? undefined : t(`documents.viewer.${state}`);
  return {
    id,
    name: title,
    isPdf: mediaType === "application/pdf",
    place: version === history[0] ? type : t("documents.viewer.earlier", { type, number: version.number }),
    blocked: unclean ?? (isOfficeType(mediaType) ? t("documents.viewer.office") : undefined),
  };
}

function OpenDocument({ holder, document, forStaff = false, readOnly, onRemoving, onClose }: OpenDocumentProps) {
  const t = useText();
  const { nameOf } = useDocumentTypes();
  const { download } = useDownload(holder);
  const isWide = useMediaQuery("(min-width: 62em)", true, { getInitialValueInEffect: false });
  const [areDetailsOpen, setDetailsOpen] = useState(false);
  const stopSending = useStopSending();
  // Null: the newest, also after another one was added.
  const [chosen, setChosen] = useState<number | null>(null);
  const markOpened = useOpened(holder, { readOnly: readOnly || forStaff });
  const isMarked = useRef(false);
  const newest = document.history[0];
  // What is not shown is opened when it is downloaded.
  const isShown = newest !== undefined && !isOfficeType(newest.file.media_type);
  useEffect(() => {
    if (isMarked.current || !isShown) return;
    isMarked.current = true;
    markOpened(document);
  }, [document, markOpened, isShown]);
  const version = document.history.find(({ number }) => number === chosen) ?? newest;
  if (!version) return null;
  const { file } = version;
  const isOffice = isOfficeType(file.media_type);
  const fetchFile = () => {
    void download(file);
    if (version === newest) markOpened(document);
  };
  const shown = describeFile(t, document, { version, type: nameOf(document.type) });
  return (
    <div className={styles.open}>
      <div className={styles.file}>
        <FileViewer
          key={viewerId}
          holder={holder}
          files={[shown]}
          shown={shown}
          onShow={() => undefined}
          onClose={onClose}
          instead={
            isOffice &&
            file.state === "clean" && (
              <Button leftSection={<Icon name="download" size={16} />} onClick={fetchFile}>
                {t("documents.viewer.download")}
              </Button>
            )
          }
          tools={
            <>
              <Tool
                icon="download"
                label={t("documents.viewer.download")}
                off={file.state !== "clean"}
                onClick={fetchFile}
              />
              {!isWide && (
                <Tool
                  icon="info"
                  label={t("documents.viewer.details")}
                  pressed={areDetailsOpen}
                  onClick={() => stopSending(() => setDetailsOpen(!areDetailsOpen))}
                />
              )}
            </>
          }
        />
      </div>
      {(isWide || areDetailsOpen) && (
        <DocumentDetails
          holder={holder}
          document={document}
          shownNumber={version.number}
          forStaff={forStaff}
          readOnly={readOnly}
          onDownloaded={({ number }) => {
            if (number === newest?.number) markOpened(document);
          }}
          onShow={(number) => {
            // On a small screen this closes what sends another version.
            if (isWide) setChosen(number);
            else
              stopSending(() => {
                setChosen(number);
                setDetailsOpen(false);
              });
          }}
          onAdded={() => setChosen(null)}
          onRemoving={onRemoving}
          onRemoved={onClose}
        />
      )}
    </div>
  );
}
