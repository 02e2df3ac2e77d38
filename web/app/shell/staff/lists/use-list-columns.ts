/** The columns of a staff list as chosen by the reader, with checkboxes for those who may assign; and the selected rows. */
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { Column } from "../../../ui/table-column.ts";
import { useText } from "../../../ui/text.tsx";
import { chooseColumn } from "./choose-column.tsx";
import { hiddenColumns } from "./list-tools.tsx";

interface ListColumns<Row> {
  shown: Column<Row>[];
  /** Columns that can be hidden: all but the name. */
  hideable: Column<Row>[];
  chosen: Row[];
  clear: () => void;
}

export function useListColumns<Row extends { id: number; name: string; can: { assign: boolean } }>(
  columns: readonly Column<Row>[],
  rows: readonly Row[] = [],
): ListColumns<Row> {
  const t = useText();
  const [params] = useSearchParams();
  const hidden = hiddenColumns(params);
  const canAssign = rows.some(({ can }) => can.assign);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const choose = (id: number, isChosen: boolean) =>
    setChosenIds((before) => new Set(isChosen ? [...before, id] : [...before].filter((each) => each !== id)));
  const boxes = chooseColumn<Row>(t("admin.lists.choose"), ({ name }) => t("admin.lists.chooseRow", { name }), {
    chosen: chosenIds,
    choose,
  });
  return {
    shown: [...(canAssign ? [boxes] : []), ...columns.filter(({ id }) => id === "name" || !hidden.has(id))],
    hideable: columns.filter(({ id }) => id !== "name"),
    chosen: rows.filter(({ id }) => chosenIds.has(id)),
    clear: () => setChosenIds(new Set()),
  };
}
