/** The rows that are selected for a bulk action, and the column of their checkboxes for those who may do it. */
import { useState } from "react";
import type { Column } from "../../../ui/table-column.ts";
import { useText } from "../../../ui/text.tsx";
import { chooseColumn } from "./choose-column.tsx";

export function useChosen<Row extends { id: number; can: { assign: boolean } }>(
  rows: readonly Row[] = [],
  nameOf: (row: Row) => string,
): { boxes: Column<Row> | undefined; chosen: Row[]; clear: () => void } {
  const t = useText();
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const boxes = chooseColumn<Row>(t("admin.lists.choose"), (row) => t("admin.lists.chooseRow", { name: nameOf(row) }), {
    chosen: ids,
    choose: (id, isChosen) =>
      setIds((before) => new Set(isChosen ? [...before, id] : [...before].filter((each) => each !== id))),
  });
  return {
    boxes: rows.some(({ can }) => can.assign) ? boxes : undefined,
    chosen: rows.filter(({ id }) => ids.has(id)),
    clear: () => setIds(new Set()),
  };
}
