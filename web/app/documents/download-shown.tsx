/** Downloads the listed documents as one ZIP; absent while fewer than two can be opened. */

import type { DocumentRow } from "@portico/api/documents.ts";
import { maxZipped } from "@portico/api/rules/documents.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useSaveAnswer } from "../shell/calls/use-download.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { useText } from "../ui/text.tsx";

interface DownloadShownProps {
  holder: Holder;
  rows: readonly DocumentRow[] | undefined;
}

export function DownloadShown({ holder: { holderType, holderId }, rows = [] }: DownloadShownProps) {
  const t = useText();
  const { save, busy } = useSaveAnswer();
  const ids = rows
    .filter(({ file }) => file.state === "clean")
    .slice(0, maxZipped)
    .map(({ id }) => id);
  if (ids.length < 2) return null;

  const query = { ids: ids.join(",") };
  return (
    <Button
      variant="default"
      size="sm"
      mt="md"
      data-no-print
      loading={busy}
      leftSection={<Icon name="download" size={16} />}
      onClick={() => void save((api) => api.documents.zip({ params: { holderType, holderId }, query }))}
    >
      {t("documents.list.downloadAll", { count: ids.length })}
    </Button>
  );
}
