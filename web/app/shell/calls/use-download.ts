/** Downloads a holder's file. */
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { downloadFile } from "../../ui/download-file.ts";
import { useText } from "../../ui/text.tsx";
import { alert } from "../dialogs/alert.ts";
import { errorText, useApi } from "./api.tsx";

/** Fetches a holder's file and downloads it, true if it did; reports a file that is not available, for example while it is scanned. */
export function useDownload({ holderType, holderId }: Holder) {
  const t = useText();
  const api = useApi();
  const [busy, setBusy] = useState(false);

  async function download({ id, name }: { id: number; name: string }): Promise<boolean> {
    setBusy(true);
    try {
      const { content, media_type } = await api.files.download({ params: { holderType, holderId, fileId: id } });
      downloadFile(name, content, media_type);
      return true;
    } catch (error) {
      alert.error(errorText(t, error));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { download, busy };
}
