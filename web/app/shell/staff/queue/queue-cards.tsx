/** A queue whose items are cards: the keys move through them as through the rows of a table. */
import type { ReactNode, RefObject } from "react";
import { useText } from "../../../ui/text.tsx";
import { PendingQuery, ShowMore } from "../../calls/query-states.tsx";
import type { StaffTableProps } from "../lists/staff-table.tsx";
import { type MoreKeys, useListKeys } from "../lists/use-list-keys.ts";
import styles from "./queue.module.css";

interface QueueCardsProps<Row>
  extends Pick<StaffTableProps<Row>, "query" | "label" | "rows" | "rowId" | "empty" | "first"> {
  listRef: RefObject<HTMLDivElement | null>;
  keys: MoreKeys;
  renderCard: (row: Row) => ReactNode;
}

export function QueueCards<Row>(props: QueueCardsProps<Row>) {
  const { query, label, rows, rowId, empty, first, listRef, keys, renderCard } = props;
  const t = useText();
  useListKeys(listRef, first, keys);
  if (!rows) return <PendingQuery query={query} />;
  if (rows.length === 0) return empty ?? <p>{t("ui.table.empty")}</p>;
  const { hasNextPage = false, isFetchingNextPage = false, fetchNextPage = () => undefined } = query;
  return (
    <div ref={listRef} aria-busy={query.isPlaceholderData}>
      <ul className={styles.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={rowId(row)} data-row={rowId(row)} tabIndex={-1}>
            {renderCard(row)}
          </li>
        ))}
      </ul>
      <ShowMore query={{ ...query, hasNextPage, isFetchingNextPage, fetchNextPage }} />
    </div>
  );
}
