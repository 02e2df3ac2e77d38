/** Downloads the listed documents as one ZIP; absent while fewer than two can be opened. */

import type { DocumentRow } from "@portico/api/documents.ts";
import { maxZipped } from "@portico/api/rules/documents.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { alert } from "../shell/dialogs/alert.ts";
import { Button } from "../ui/button.tsx";
import { downloadFile } from "../ui/download-file.ts";
import { Icon } from "../ui/icon.tsx";
import { useText } from "../ui/text.tsx";

interface DownloadShownProps {
  holder: Holder;
  rows: readonly DocumentRow[] | undefined;
}

export function DownloadShown({ holder: { holderType, holderId }, rows = [] }: DownloadShownProps) {
  const t = useText();
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const ids = rows
    .filter(({ file }) => file.state === "clean")
    .slice(0, maxZipped)
    .map(({ id }) => id);
  if (ids.length < 2) return null;

  async function download() {
    setBusy(true);
    try {
      const query = { ids: ids.join(",") };
      const { name, content, media_type } = await api.documents.zip({ params: { holderType, holderId }, query });
      downloadFile(name, content, media_type);
    } catch (error) {
      alert.error(errorText(t, error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="default"
      size="sm"
      mt="md"
      data-no-print
      loading={busy}
      leftSection={<Icon name="download" size={16} />}
      onClick={() => void download()}
    >
      {t("documents.list.downloadAll", { count: ids.length })}
    </Button>
  );
}
