/** A text of the reader that a closed ticket no longer takes: to be read and copied until it is discarded. */

import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import styles from "../tickets.module.css";
import { useKeptText } from "../use-kept-text.ts";

interface UnsentProps {
  holder: Holder;
  id: number;
  kind: "answer" | "note";
}

export function Unsent({ holder: { holderType, holderId }, id, kind }: UnsentProps) {
  const t = useText();
  const api = useApi();
  const { text, clear, isBegun } = useKeptText({ holderType, holderId }, `${id}.${kind}`);
  if (!useHydrated() || !isBegun) return null;
  function discard() {
    // Without a connection they stay: nothing refers to them, and only their uploader finds them.
    for (const file of text.files)
      void api.files.remove({ params: { holderType, holderId, fileId: file.id } }).catch(() => undefined);
    clear();
  }
  return (
    <Notice tone="attention" title={t(`admin.tickets.${kind}`)}>
      {t("admin.tickets.closedKept")}
      <p className={styles.unsent}>{[text.content, ...text.files.map(({ name }) => name)].join("\n")}</p>
      <Button size="compact-sm" variant="default" onClick={discard}>
        {t("tickets.discard.action")}
      </Button>
    </Notice>
  );
}
