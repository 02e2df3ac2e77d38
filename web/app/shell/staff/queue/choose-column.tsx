/** The checkbox that selects a row of a queue; with Shift all rows since the last one. */
import { Checkbox } from "@mantine/core";
import type { Column } from "../../../ui/table-column.ts";
import lists from "../lists/lists.module.css";

export interface Choice {
  id: string;
  label: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean, isRange: boolean) => void;
}

export function ChoiceBox({ choice: { id, label, isChosen, onChoose } }: { choice: Choice }) {
  return (
    <label className={lists.box} htmlFor={`choose-${id}`}>
      <Checkbox
        id={`choose-${id}`}
        size="sm"
        aria-label={label}
        checked={isChosen}
        onChange={({ currentTarget: { checked }, nativeEvent }) =>
          onChoose(checked, (nativeEvent as MouseEvent).shiftKey)
        }
      />
    </label>
  );
}

/** `choiceOf`: undefined for a row that cannot be selected. */
export const chooseColumn = <Row,>(header: string, choiceOf: (row: Row) => Choice | undefined): Column<Row> => ({
  id: "chosen",
  header,
  value: () => null,
  sortable: false,
  control: true,
  cell: (row) => {
    const choice = choiceOf(row);
    return choice && <ChoiceBox choice={choice} />;
  },
});
