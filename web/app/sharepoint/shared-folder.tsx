/** A folder that the firm shares with a holder: its path, what is in it, adding to it. */

import { ApiError } from "@portico/api/errors.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { loadedPart } from "../ui/loaded-part.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { SharedItems } from "./shared-items.tsx";
import styles from "./sharepoint.module.css";
import { useFolderPath, useSharedDownload, useSharedFolder } from "./use-shared-folder.ts";

/** The way from the shared folder to the open one; each folder on it can be opened. */
function FolderPath({ path }: { path: string }) {
  const t = useText();
  const names = path.split("/").filter((name) => name !== "");
  if (names.length === 0) return null;
  const steps = [
    { name: t("documents.folder.title"), to: "?" },
    ...names.map((name, depth) => ({
      name,
      to: `?${new URLSearchParams({ path: names.slice(0, depth + 1).join("/") })}`,
    })),
  ];
  return (
    <nav aria-label={t("documents.folder.path")}>
      <ol className={styles.path}>
        {steps.map(({ name, to }, place) => (
          <li key={to}>
            {place > 0 && <Icon name="forward" size={14} />}
            {place === steps.length - 1 ? <span aria-current="page">{name}</span> : <Link to={to}>{name}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

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
