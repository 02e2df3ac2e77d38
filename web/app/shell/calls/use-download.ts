/** Downloads what calls answer. */
import type { Download } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { downloadFile } from "../../ui/download-file.ts";
import { useText } from "../../ui/text.tsx";
import { alert } from "../dialogs/alert.ts";
import { errorText, useApi } from "./api.tsx";

/** Downloads the file that a call answers, true if it did; reports what fails. */
export function useSaveAnswer() {
  const t = useText();
  const api = useApi();
  const [busy, setBusy] = useState(false);

  async function save(call: (api: ReturnType<typeof useApi>) => Promise<Download>): Promise<boolean> {
    setBusy(true);
    try {
      const { name, content, media_type } = await call(api);
      downloadFile(name, content, media_type);
      return true;
    } catch (error) {
      alert.error(errorText(t, error));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { save, busy };
}

/** Of a holder's file, which may not be available, for example while it is scanned. */
export function useDownload({ holderType, holderId }: Holder) {
  const { save, busy } = useSaveAnswer();
  const download = ({ id, name }: { id: number; name: string }): Promise<boolean> =>
    save(async (api) => ({
      ...(await api.files.download({ params: { holderType, holderId, fileId: id } })),
      name,
    }));
  return { download, busy };
}
