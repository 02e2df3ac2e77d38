/** Adds files to a shared folder: each is sent alone, so that a refused one does not hold up the others. */

import { ApiError } from "@portico/api/errors.ts";
import { isSharepointName } from "@portico/api/rules/sharepoint-names.ts";
import { visibleFileName } from "@portico/api/rules/visible-text.ts";
import { useRef, useState } from "react";
import { useRefusalText } from "../shell/calls/refusal-text.ts";
import { useRunChange } from "../shell/calls/use-change.ts";
import { useStopSending } from "../shell/unsent/use-stop-sending.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { readBase64 } from "../ui/file-base64.ts";
import { FileField } from "../ui/file-field.tsx";
import { useText } from "../ui/text.tsx";
import type { FieldFile, Upload } from "../ui/uploads.ts";
import { usePreviews } from "../ui/use-previews.ts";
import styles from "./sharepoint.module.css";

interface AddDialogProps {
  clientNumber: string;
  /** The open folder. */
  path: string;
  onClose: () => void;
}

const filesAtOnce = 20;

export default function AddDialog({ clientNumber, path, onClose }: AddDialogProps) {
  const t = useText();
  const [added, setAdded] = useState<readonly FieldFile[]>([]);
  const previews = usePreviews();
  const runChange = useRunChange();
  const explain = useRefusalText();
  const last = useRef(0);
  const stopSending = useStopSending();
  const close = () => stopSending(onClose);

  const upload: Upload = async (file, { signal }) => {
    const fileName = visibleFileName(file.name);
    // Told before anything is sent.
    if (!isSharepointName(fileName))
      throw new ApiError({
        code: "fileRefused",
        status: 422,
        errors: [{ path: "fileName", code: "forbiddenName" }],
      });
    const base64data = await readBase64(file);
    const item = await runChange((api) =>
      api.sharepoint.upload({ body: { base64data, fileName, client_number: clientNumber, path }, signal }),
    );
    last.current += 1;
    return {
      id: last.current,
      name: item.name,
      size: item.size ?? file.size,
      note: item.already ? t("documents.folder.already") : undefined,
      // Only the firm removes what is in the folder.
      isKept: true,
    };
  };

  return (
    <Dialog opened savesDraft size="lg" onClose={close} title={t("documents.folder.add")}>
      <div className={styles.dialog}>
        <FileField
          label={t("documents.upload.files")}
          hint={t("documents.upload.filesHint")}
          value={added}
          max={filesAtOnce}
          upload={upload}
          explain={explain}
          previews={previews}
          onAdd={(file) => setAdded((before) => [...before, file])}
          onRemove={() => undefined}
        />
        <div className={styles.actions}>
          <Button variant={added.length > 0 ? "filled" : "default"} onClick={close}>
            {t(added.length > 0 ? "documents.upload.done" : "ui.action.close")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
