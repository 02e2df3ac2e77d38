/** Files that a closed page did not send completely: choosing one again continues it, and discarding one frees its room. */

import type { Holder } from "@portico/api/shapes.ts";
import type { UploadPurpose } from "@portico/api/uploads.ts";
import { useState } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { currentWriter } from "../shell/storage.ts";
import { forgetUnfinished, listUnfinished, uploadKey } from "../shell/unsent/unfinished-uploads.ts";
import { Button } from "../ui/button.tsx";
import { useFileSize } from "../ui/file-size.ts";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./documents.module.css";

/** `take` hides the file that is being sent again. */
export function useUnfinishedUploads(holder: Holder, purpose?: UploadPurpose) {
  const api = useApi();
  const [uploads, setUploads] = useState(() => listUnfinished(holder, purpose));
  const hide = (key: string) => setUploads((before) => new Map([...before].filter(([one]) => one !== key)));
  return {
    uploads,
    take: (file: File) => hide(uploadKey(holder, purpose, file)),
    discard: (key: string) => {
      const upload = uploads.get(key);
      forgetUnfinished(currentWriter(), key);
      hide(key);
      // The server removes it after a day anyway.
      if (upload) void api.uploads.remove({ params: { ...holder, uploadId: upload.id } }).catch(() => undefined);
    },
  };
}

export function UnfinishedUploads({ uploads, discard }: ReturnType<typeof useUnfinishedUploads>) {
  const t = useText();
  const sizeText = useFileSize();
  if (uploads.size === 0) return null;
  return (
    <Notice title={t("documents.upload.unfinished", { count: uploads.size })}>
      <p>{t("documents.upload.unfinishedHint")}</p>
      <div className={styles.unfinished}>
        {[...uploads].map(([key, { name, size }]) => (
          <div key={key}>
            <span className={styles.unfinishedName}>
              {name} <span className="small">{sizeText(size)}</span>
            </span>
            <Button
              size="compact-md"
              variant="subtle"
              aria-label={t("documents.upload.discardOf", { name })}
              onClick={() => discard(key)}
            >
              {t("documents.upload.discard")}
            </Button>
          </div>
        ))}
      </div>
    </Notice>
  );
}
