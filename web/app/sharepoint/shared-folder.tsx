/** A folder that the firm shares with a holder: its path, what is in it, adding to it. */

import { ApiError } from "@portico/api/errors.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { loadedPart } from "../ui/loaded-part.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { FolderPath } from "./folder-path.tsx";
import { SharedItems } from "./shared-items.tsx";
import { useFolderPath, useSharedDownload, useSharedFolder } from "./use-shared-folder.ts";

const AddDialog = loadedPart(() => import("./add-dialog.tsx"));

interface SharedFolderProps {
  holder: Holder;
  /** Below the heading. */
  lead: ReactNode;
  /** The other places of the holder's papers. */
  places: ReactNode;
  /** Staff in view-as change nothing. */
  readOnly?: boolean;
  forStaff?: boolean;
}

export function SharedFolder({ holder, lead, places, readOnly = false, forStaff = false }: SharedFolderProps) {
  const t = useText();
  const [path, open] = useFolderPath();
  const query = useSharedFolder(holder, path);
  const { download, busy } = useSharedDownload();
  const [isAdding, setAdding] = useState(false);
  const [first] = query.data?.pages ?? [];
  const clientNumber = first?.client_number ?? null;
  const canAdd = first?.can.upload === true;
  const isGone = query.error instanceof ApiError && query.error.code === "notFound";
  return (
    <>
      <PageHead
        title={t("documents.folder.title")}
        actions={
          // Nearly everybody can, so that its place is kept until it is known.
          !readOnly &&
          (canAdd || query.isPending) && (
            <Button disabled={!canAdd} leftSection={<Icon name="upload" size={16} />} onClick={() => setAdding(true)}>
              {t("documents.folder.add")}
            </Button>
          )
        }
      >
        {lead}
      </PageHead>
      {places}
      <Section>
        <FolderPath path={path} />
        {isGone ? (
          <Empty
            icon="search"
            title={t("documents.folder.gone")}
            action={
              <Button variant="default" onClick={() => open("")}>
                {t("documents.folder.toTop")}
              </Button>
            }
          />
        ) : (
          <SharedItems
            query={query}
            onOpenFolder={({ path: opened }) => open(opened)}
            onDownload={(item) => void download(item)}
            busy={busy}
            forStaff={forStaff}
            empty={<EmptyFolder hasNumber={clientNumber !== null} />}
          />
        )}
      </Section>
      {isAdding && clientNumber !== null && (
        <AddDialog clientNumber={clientNumber} path={path} onClose={() => setAdding(false)} />
      )}
    </>
  );
}

function EmptyFolder({ hasNumber }: { hasNumber: boolean }) {
  const t = useText();
  return (
    <Empty icon="folder" title={t(hasNumber ? "documents.folder.empty" : "documents.folder.noNumber")}>
      {t(hasNumber ? "documents.folder.emptyExplain" : "documents.folder.noNumberExplain")}
    </Empty>
  );
}
