/** A folder shared with a holder, and downloads from it. */
import type { Holder } from "@portico/api/shapes.ts";
import type { SharedItem } from "@portico/api/sharepoint.ts";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { usePages } from "../shell/calls/use-pages.ts";
import { alert } from "../shell/dialogs/alert.ts";
import { downloadFile } from "../ui/download-file.ts";
import { useText } from "../ui/text.tsx";

/** The folder in the address: names with slashes between, empty for the shared folder itself. */
export function useFolderPath(): [path: string, open: (path: string) => void] {
  const [params, setParams] = useSearchParams();
  return [params.get("path") ?? "", (path) => setParams(path === "" ? {} : { path })];
}

export function useSharedFolder({ holderType, holderId }: Holder, path: string) {
  const api = useApi();
  return usePages(api.sharepoint.list, {
    query: { holder_type: holderType, holder_id: holderId, ...(path !== "" && { path }) },
  });
}

export function useSharedDownload() {
  const t = useText();
  const api = useApi();
  /** The item that is being fetched. */
  const [busy, setBusy] = useState<string>();

  async function download({ driveId, itemId, name }: SharedItem) {
    setBusy(itemId);
    try {
      const { content, media_type } = await api.sharepoint.download({ query: { driveId, itemId } });
      downloadFile(name, content, media_type);
    } catch (error) {
      alert.error(errorText(t, error));
    } finally {
      setBusy(undefined);
    }
  }
  return { download, busy };
}
