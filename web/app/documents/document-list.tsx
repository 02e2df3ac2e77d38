/** A holder's documents as a table, on a phone as cards, the newest first; each row opens its document. */
import { ActionIcon } from "@mantine/core";
import type { DocumentRow } from "@portico/api/documents.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type ReactNode, useMemo } from "react";
import type { PagedQuery } from "../shell/calls/query-states.tsx";
import { useFirmDay, useFirmToday } from "../shell/firm-day.ts";
import { tablePages } from "../shell/table-pages.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { RecordDate, RecordDay } from "../ui/dates.tsx";
import { useFileSize } from "../ui/file-size.ts";
import { Icon } from "../ui/icon.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useText } from "../ui/text.tsx";
import { DocumentThumbnail } from "./document-thumbnail.tsx";
import styles from "./documents.module.css";
import { useDocumentTypes } from "./use-documents.ts";

interface DocumentListProps {
  holder: Holder;
  label: string;
  query: PagedQuery & { data: { rows: readonly DocumentRow[] } | undefined; isPlaceholderData: boolean };
  onOpen: (row: DocumentRow) => void;
  onDownload: (row: DocumentRow) => void;
  /** Who added it, as the reader sees it. */
  sourceOf: (row: DocumentRow) => string;
  empty: ReactNode;
  /** Instead of the download button. */
  renderAction?: (row: DocumentRow) => ReactNode;
  /** For the holder: marks what they have not opened. */
  marksUnread?: boolean;
  /** All rows that match, for the CSV file. */
  exportRows: () => Promise<readonly DocumentRow[]>;
  /** For staff: the bin's last day, or whether the client has opened it. */
  moreColumns?: readonly Column<DocumentRow>[];
}

const noColumns: readonly Column<DocumentRow>[] = [];

export function DocumentList(props: DocumentListProps) {
  const { label, query, onOpen, empty, exportRows } = props;
  const t = useText();
  const columns = useColumns(props);
  return (
    <div data-stale={query.isPlaceholderData || undefined} className={styles.list}>
      <DataTable
        label={label}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ id }) => String(id)}
        onOpen={onOpen}
        empty={empty}
        exportName="documents"
        exportRows={exportRows}
        {...tablePages(t, query)}
      />
    </div>
  );
}

function useColumns({
  holder,
  onDownload,
  sourceOf,
  renderAction,
  marksUnread = false,
  moreColumns = noColumns,
}: DocumentListProps): readonly Column<DocumentRow>[] {
  const t = useText();
  const sizeText = useFileSize();
  const firmDay = useFirmDay();
  const today = useFirmToday();
  const { nameOf } = useDocumentTypes();
  return useMemo(() => {
    const all: readonly Column<DocumentRow>[] = [
      {
        id: "title",
        header: t("documents.list.title"),
        value: ({ title }) => title,
        phone: "title",
        cell: (row) => (
          <span className={styles.described}>
            <DocumentThumbnail holder={holder} document={row} />
            <span className={styles.title} data-unread={(marksUnread && row.unread) || undefined}>
              <span className={styles.name}>{row.title}</span>
              {marksUnread && row.unread && <span className={styles.new}>{t("documents.list.new")}</span>}
              {row.file.state === "quarantined" && (
                <StatusBadge status="waiting" colour="grey">
                  {t("documents.file.waiting")}
                </StatusBadge>
              )}
              {row.file.state === "refused" && (
                <StatusBadge status="refused" colour="red">
                  {t("documents.file.refused")}
                </StatusBadge>
              )}
            </span>
          </span>
        ),
      },
      { id: "type", header: t("documents.list.type"), value: ({ type }) => nameOf(type), phone: "line" },
      {
        id: "date",
        header: t("documents.list.date"),
        value: ({ changed_at }) => firmDay(new Date(changed_at)),
        cell: ({ changed_at }) => <RecordDate at={changed_at} />,
        phone: "key",
      },
      { id: "source", header: t("documents.list.source"), value: sourceOf, phone: "key" },
      {
        id: "validUntil",
        header: t("documents.list.validUntil"),
        value: ({ valid_until }) => valid_until,
        cell: ({ valid_until }) =>
          valid_until && (
            <span className={styles.validity}>
              <RecordDay day={valid_until} />
              {valid_until < today && (
                <StatusBadge status="expired" colour="red">
                  {t("documents.list.expired")}
                </StatusBadge>
              )}
            </span>
          ),
        phone: "key",
      },
      ...moreColumns,
      {
        id: "size",
        header: t("documents.list.size"),
        value: ({ file }) => file.size,
        cell: ({ file }) => sizeText(file.size),
        numeric: true,
      },
      {
        id: "action",
        header: t("documents.list.actions"),
        value: () => null,
        control: true,
        cell: (row) =>
          renderAction?.(row) ?? (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t("documents.list.download", { title: row.title })}
              disabled={row.file.state !== "clean"}
              onClick={() => onDownload(row)}
            >
              <Icon name="download" />
            </ActionIcon>
          ),
      },
    ];
    return all.map((column) => ({ ...column, sortable: false }));
  }, [holder, t, firmDay, today, nameOf, sizeText, onDownload, sourceOf, renderAction, marksUnread, moreColumns]);
}
