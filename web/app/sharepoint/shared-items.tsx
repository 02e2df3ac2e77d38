/** What is in a shared folder, folders first: a folder opens, a file is downloaded. */
import { ActionIcon } from "@mantine/core";
import type { SharedItem } from "@portico/api/sharepoint.ts";
import { type ReactNode, useMemo } from "react";
import type { PagedQuery } from "../shell/calls/query-states.tsx";
import { tablePages } from "../shell/table-pages.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { RecordTime } from "../ui/dates.tsx";
import { useFileSize } from "../ui/file-size.ts";
import { Icon } from "../ui/icon.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./sharepoint.module.css";

interface SharedItemsProps {
  query: PagedQuery & { data: { rows: readonly SharedItem[] } | undefined };
  onOpenFolder: (item: SharedItem) => void;
  onDownload: (item: SharedItem) => void;
  /** Id of the item that is being downloaded. */
  busy: string | undefined;
  /** Staff see who changed a file. */
  forStaff: boolean;
  empty: ReactNode;
}

export function SharedItems({ query, onOpenFolder, onDownload, busy, forStaff, empty }: SharedItemsProps) {
  const t = useText();
  const language = useLanguage();
  const columns = useColumns({ onDownload, busy, forStaff });
  const rows = useMemo(() => {
    const { compare } = new Intl.Collator(language, { numeric: true });
    return query.data?.rows.toSorted(
      (one, other) => Number(other.folder) - Number(one.folder) || compare(one.name, other.name),
    );
  }, [query.data, language]);
  return (
    <DataTable
      label={t("documents.folder.title")}
      columns={columns}
      rows={rows}
      rowId={({ itemId }) => itemId}
      onOpen={(item) => (item.folder ? onOpenFolder(item) : onDownload(item))}
      empty={empty}
      {...tablePages(t, query)}
    />
  );
}

function useColumns({
  onDownload,
  busy,
  forStaff,
}: Pick<SharedItemsProps, "onDownload" | "busy" | "forStaff">): readonly Column<SharedItem>[] {
  const t = useText();
  const sizeText = useFileSize();
  return useMemo(() => {
    const all: readonly Column<SharedItem>[] = [
      {
        id: "name",
        header: t("documents.folder.name"),
        value: ({ name }) => name,
        phone: "title",
        cell: ({ name, folder }) => (
          <span className={styles.name}>
            <Icon name={folder ? "folder" : "document"} size={18} />
            {folder && <span className="visually-hidden">{t("documents.folder.isFolder")} </span>}
            <span>{name}</span>
          </span>
        ),
      },
      {
        id: "modified",
        header: t("documents.folder.modified"),
        value: ({ modified_at }) => modified_at,
        cell: ({ modified_at }) => <RecordTime at={modified_at} />,
        phone: "key",
      },
      ...(forStaff
        ? [{ id: "by", header: t("documents.folder.modifiedBy"), value: (item: SharedItem) => item.modified_by }]
        : []),
      {
        id: "size",
        header: t("documents.list.size"),
        value: ({ size }) => size,
        cell: ({ size }) => size !== null && sizeText(size),
        numeric: true,
        phone: "key",
      },
      {
        id: "action",
        header: t("documents.list.actions"),
        value: () => null,
        control: true,
        cell: (item) =>
          !item.folder && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t("documents.list.download", { title: item.name })}
              loading={busy === item.itemId}
              onClick={() => onDownload(item)}
            >
              <Icon name="download" />
            </ActionIcon>
          ),
      },
    ];
    return all.map((column) => ({ ...column, sortable: false }));
  }, [t, sizeText, onDownload, busy, forStaff]);
}
