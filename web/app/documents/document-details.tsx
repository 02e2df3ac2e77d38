/** Next to an open document: its data, its versions, and what can be done with it. */

import type { documents } from "@portico/api/documents.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { documentBinDays } from "@portico/api/rules/documents.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { useRunChange } from "../shell/calls/use-change.ts";
import { useDownload } from "../shell/calls/use-download.ts";
import { alert } from "../shell/dialogs/alert.ts";
import { openConfirmation } from "../shell/dialogs/confirmation.ts";
import { Button } from "../ui/button.tsx";
import { Day, Moment } from "../ui/dates.tsx";
import { FileField } from "../ui/file-field.tsx";
import { useFileSize } from "../ui/file-size.ts";
import { Icon } from "../ui/icon.tsx";
import { useText } from "../ui/text.tsx";
import { usePreviews } from "../ui/use-previews.ts";
import styles from "./document-viewer.module.css";
import { CorrectDialog } from "./staff/correct-dialog.tsx";
import { useDocumentUpload } from "./use-document-upload.ts";
import { useDocumentTypes } from "./use-documents.ts";

export type OpenedDocument = Answer<(typeof documents)["get"]>;
type Version = OpenedDocument["history"][number];

interface DocumentDetailsProps {
  holder: Holder;
  document: OpenedDocument;
  /** The version that is shown. */
  shownNumber: number;
  forStaff: boolean;
  readOnly: boolean;
  onDownloaded: (version: Version) => void;
  onShow: (number: number) => void;
  onAdded: () => void;
  /** It is not asked for while it is being removed. */
  onRemoving: (isRemoving: boolean) => void;
  onRemoved: () => void;
}

export function DocumentDetails(props: DocumentDetailsProps) {
  const { holder, document, shownNumber, forStaff, readOnly, onDownloaded, onShow, onAdded, onRemoving, onRemoved } =
    props;
  const t = useText();
  const sizeText = useFileSize();
  const { nameOf } = useDocumentTypes();
  const runChange = useRunChange();
  const { history, valid_until, can } = document;
  const [isCorrecting, setCorrecting] = useState(false);

  const remove = () =>
    openConfirmation({
      title: t("documents.remove.title", { title: document.title }),
      text: t(forStaff ? "documents.remove.byStaff" : "documents.remove.text", { days: documentBinDays }),
      confirmLabel: t("documents.remove.action"),
      destructive: true,
      action: async () => {
        onRemoving(true);
        try {
          await runChange((api) => api.documents.remove({ params: { id: document.id } }));
        } catch (error) {
          onRemoving(false);
          throw error;
        }
        alert.success(t("documents.remove.done"));
        onRemoved();
      },
    });

  return (
    <aside className={styles.details} aria-label={t("documents.viewer.details")}>
      <dl className={styles.facts}>
        <dt>{t("documents.list.type")}</dt>
        <dd>{nameOf(document.type)}</dd>
        {valid_until && (
          <>
            <dt>{t("documents.list.validUntil")}</dt>
            <dd>
              <Day day={valid_until} />
            </dd>
          </>
        )}
        {document.deleted_until && (
          <>
            <dt>{t("documents.viewer.deletedUntil")}</dt>
            <dd>
              <Moment at={document.deleted_until} />
            </dd>
          </>
        )}
      </dl>
      <h3 className={styles.heading}>{t("documents.viewer.versions", { count: history.length })}</h3>
      <ol className={styles.versions} reversed start={history.length}>
        {history.map((version) => (
          <li key={version.number} aria-current={version.number === shownNumber || undefined}>
            <VersionLine
              holder={holder}
              version={version}
              forStaff={forStaff}
              sizeText={sizeText}
              onDownloaded={() => onDownloaded(version)}
            />
            {version.number !== shownNumber && (
              <Button size="compact-sm" variant="subtle" onClick={() => onShow(version.number)}>
                {t("documents.viewer.show", { number: version.number })}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {!readOnly && can.correct && (
        <Button
          variant="default"
          className={styles.newVersion ?? ""}
          leftSection={<Icon name="sign" size={16} />}
          onClick={() => setCorrecting(true)}
        >
          {t("admin.documents.correct")}
        </Button>
      )}
      {isCorrecting && <CorrectDialog holder={holder} document={document} onClose={() => setCorrecting(false)} />}
      {!readOnly && can.addVersion && (
        <NewVersion holder={holder} id={document.id} byStaff={forStaff} onAdded={onAdded} />
      )}
      {!readOnly && can.remove && (
        <Button
          variant="subtle"
          color="red"
          className={styles.remove ?? ""}
          leftSection={<Icon name="trash" size={16} />}
          onClick={remove}
        >
          {t("documents.remove.action")}
        </Button>
      )}
    </aside>
  );
}

interface VersionLineProps {
  holder: Holder;
  version: Version;
  forStaff: boolean;
  sizeText: (bytes: number) => string;
  onDownloaded: () => void;
}

function VersionLine({ holder, version, forStaff, sizeText, onDownloaded }: VersionLineProps) {
  const t = useText();
  const { download, busy } = useDownload(holder);
  const { number, file, by_admin, added_by, created_at, opened_at } = version;
  const label = `${file.name} (${sizeText(file.size)})`;
  return (
    <>
      <p className={styles.versionHead}>
        <span>
          {t("documents.viewer.version", { number })} · <Moment at={created_at} />
        </span>
      </p>
      <p className="small">
        {by_admin
          ? added_by
            ? t("documents.viewer.byColleague", { name: added_by })
            : t("documents.viewer.byFirm")
          : t("documents.viewer.byPerson", { name: added_by ?? "" })}
      </p>
      {forStaff && by_admin && (
        <p className="small">
          {opened_at ? (
            <>
              {t("documents.viewer.openedByClient")} <Moment at={opened_at} />
            </>
          ) : (
            t("documents.viewer.notOpened")
          )}
        </p>
      )}
      <button
        type="button"
        className={styles.fileName}
        disabled={busy || file.state !== "clean"}
        aria-label={t("documents.list.download", { title: label })}
        onClick={() => {
          void download(file);
          onDownloaded();
        }}
      >
        <Icon name="download" size={16} />
        <span>{label}</span>
      </button>
    </>
  );
}

interface NewVersionProps {
  holder: Holder;
  id: number;
  byStaff: boolean;
  onAdded: () => void;
}

function NewVersion({ holder, id, byStaff, onAdded }: NewVersionProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const previews = usePreviews();
  const runChange = useRunChange();
  const use: Parameters<typeof useDocumentUpload>[1] = async (upload, { isRepeated }) => {
    const added = await runChange((api) =>
      api.documents.addVersion({ params: { ...holder, docId: id }, body: { upload } }),
    );
    if (added.already && !isRepeated) alert.warning(t("documents.version.already"));
    else alert.success(t("documents.version.added"));
    return { id: added.file.id, name: added.file.name, size: added.file.size };
  };
  const { field } = useDocumentUpload(holder, use, { byStaff });
  if (!isOpen)
    return (
      <Button
        variant="default"
        className={styles.newVersion ?? ""}
        leftSection={<Icon name="upload" size={16} />}
        onClick={() => setOpen(true)}
      >
        {t("documents.version.add")}
      </Button>
    );
  return (
    <FileField
      label={t("documents.version.label")}
      hint={
        byStaff ? t("documents.upload.officeHint", { megabytes: field.largest.megabytes }) : t("documents.version.hint")
      }
      value={[]}
      max={1}
      {...field}
      previews={previews}
      onAdd={() => {
        setOpen(false);
        onAdded();
      }}
      onRemove={() => undefined}
    />
  );
}
