/** Adds documents of one type: each file is sent and added alone, so that a refused one does not hold up the others. */
import { TextInput } from "@mantine/core";
import type { DocumentRequest } from "@portico/api/documents.ts";
import { isDay } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useRef, useState } from "react";
import { useRunChange } from "../shell/calls/use-change.ts";
import { useStopSending } from "../shell/unsent/use-stop-sending.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FileField } from "../ui/file-field.tsx";
import { formatDay } from "../ui/format.ts";
import { useLanguage, useText } from "../ui/text.tsx";
import type { FieldFile } from "../ui/uploads.ts";
import { usePreviews } from "../ui/use-previews.ts";
import styles from "./documents.module.css";
import { TypeSelect } from "./type-select.tsx";
import { UnfinishedUploads } from "./unfinished-uploads.tsx";
import { useDocumentUpload } from "./use-document-upload.ts";
import { useDocumentTypes } from "./use-documents.ts";

interface UploadDialogProps {
  holder: Holder;
  /** The request that the documents answer; its type cannot be changed. */
  request?: DocumentRequest | undefined;
  /** Staff add documents of any type. */
  byStaff?: boolean;
  onClose: () => void;
}

const filesAtOnce = 20;

export default function UploadDialog({ holder, request, byStaff = false, onClose }: UploadDialogProps) {
  const t = useText();
  const language = useLanguage();
  const { types, nameOf } = useDocumentTypes();
  const offered = types.filter(({ clientsAdd }) => byStaff || clientsAdd);
  const [typeId, setTypeId] = useState(request?.type ?? "");
  const [validUntil, setValidUntil] = useState("");
  const [added, setAdded] = useState<readonly FieldFile[]>([]);
  const previews = usePreviews();
  const runChange = useRunChange();
  // The first file to arrive answers the request; the others are of the same type.
  const answering = useRef<File>(null);
  const expires = types.find(({ id }) => id === typeId)?.expires ?? false;

  const use: Parameters<typeof useDocumentUpload>[1] = async (upload, { file, isRepeated }) => {
    answering.current ??= file;
    const { documents } = await runChange((api) =>
      api.documents.add({
        params: { ...holder, type: typeId },
        body: {
          documents: [{ upload, ...(expires && isDay(validUntil) && { valid_until: validUntil }) }],
          ...(request && answering.current === file && { request: request.id }),
        },
      }),
    );
    const [document] = documents;
    if (!document) throw new Error("The call answered without a document");
    return {
      id: document.id,
      name: document.title,
      size: document.file.size,
      state: document.file.state,
      note: document.already && !isRepeated ? t("documents.upload.already") : undefined,
      // The firm may be looking at an answer already, and a document that was there before is removed from the list.
      isKept: (document.already && !isRepeated) || request !== undefined,
    };
  };
  const { field, unfinished } = useDocumentUpload(holder, use, { byStaff });
  const stopSending = useStopSending();
  const close = () => stopSending(onClose);

  return (
    <Dialog
      opened
      savesDraft
      size="lg"
      onClose={close}
      title={request ? nameOf(request.type) : t("documents.upload.title")}
    >
      <div className={styles.upload}>
        {request ? (
          <div>
            <p className={styles.words}>{request.text}</p>
            <p className="small">{t("documents.request.due", { day: formatDay(language, request.due) })}</p>
          </div>
        ) : (
          <TypeSelect types={offered} value={typeId} onChange={setTypeId} />
        )}
        {expires && (
          <TextInput
            type="date"
            label={t("documents.upload.validUntil")}
            description={t("documents.upload.validUntilHint")}
            value={validUntil}
            onChange={(event) => setValidUntil(event.currentTarget.value)}
          />
        )}
        <UnfinishedUploads {...unfinished} />
        {typeId === "" ? (
          <p className="small">{t("documents.upload.typeFirst")}</p>
        ) : (
          <FileField
            label={t("documents.upload.files")}
            hint={
              byStaff
                ? t("documents.upload.officeHint", { megabytes: field.largest.megabytes })
                : t("documents.upload.filesHint")
            }
            value={added}
            max={filesAtOnce}
            {...field}
            previews={previews}
            onAdd={(file) => setAdded((before) => [...before.filter(({ id }) => id !== file.id), file])}
            onRemove={async ({ id }) => {
              await runChange((api) => api.documents.remove({ params: { id } }));
              setAdded((before) => before.filter((one) => one.id !== id));
            }}
          />
        )}
        <div className={styles.dialogActions}>
          <Button variant={added.length > 0 ? "filled" : "default"} onClick={close}>
            {t(added.length > 0 ? "documents.upload.done" : "ui.action.close")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
