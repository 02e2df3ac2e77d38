/** Rows of a setting that are added, changed, removed and, where their order counts, moved. */
import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./settings.module.css";

interface ShownRow<Row> {
  row: Row;
  at: number;
  change: (part: Partial<Row>) => void;
  /** Removing the row, and moving it; nothing for those who may not change it. */
  controls: ReactNode;
}

interface EditableListProps<Row> {
  rows: readonly Row[];
  onChange: (rows: Row[]) => void;
  canChange: boolean;
  /** As many as the API accepts. */
  most?: number;
  /** A row that is added begins as this. */
  newRow: Row;
  className: string | undefined;
  titleOf?: (row: Row) => string;
  /** For rows whose order counts: what a row is called on the buttons that move it. */
  nameOf?: (row: Row) => string;
  /** Between the rows and the button that adds one. */
  beforeAdd?: ReactNode;
  addLabel: string;
  removeLabel: string;
  /** Says which row is removed, where the label does not. */
  removeNameOf?: (row: Row) => string;
  /** Rows of which none can be removed, and of which one has to stay. */
  isFixed?: (row: Row) => boolean;
  keepsOne?: boolean;
  children: (shown: ShownRow<Row>) => ReactNode;
}

export function EditableList<Row>(props: EditableListProps<Row>) {
  const { rows, onChange, canChange, most = Number.POSITIVE_INFINITY, newRow, titleOf } = props;
  return (
    <>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row that is being typed has no other identity
        <fieldset key={at} className={props.className}>
          {titleOf && <legend>{titleOf(row)}</legend>}
          {props.children({
            row,
            at,
            change: (part) => onChange(rows.with(at, { ...row, ...part })),
            controls: canChange && <RowControls {...props} row={row} at={at} />,
          })}
        </fieldset>
      ))}
      {props.beforeAdd}
      {canChange && (
        <Button
          className={styles.add ?? ""}
          size="sm"
          variant="default"
          disabled={rows.length >= most}
          onClick={() => onChange([...rows, newRow])}
        >
          {props.addLabel}
        </Button>
      )}
    </>
  );
}

function RowControls<Row>(props: EditableListProps<Row> & { row: Row; at: number }) {
  const { rows, row, at, onChange, nameOf, removeNameOf, isFixed = () => false, keepsOne = false } = props;
  const t = useText();
  const move = (to: number) => onChange(rows.toSpliced(at, 1).toSpliced(to, 0, row));
  const remove = !isFixed(row) && (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<Icon name="trash" size={14} />}
      aria-label={removeNameOf?.(row)}
      disabled={keepsOne && rows.filter((each) => !isFixed(each)).length === 1}
      onClick={() => onChange(rows.toSpliced(at, 1))}
    >
      {props.removeLabel}
    </Button>
  );
  if (!nameOf) return remove;
  return (
    <span className={styles.order}>
      <ActionIcon
        variant="subtle"
        size={36}
        aria-label={t("admin.settings.moveUp", { name: nameOf(row) })}
        disabled={at === 0}
        onClick={() => move(at - 1)}
      >
        <Icon name="up" size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size={36}
        aria-label={t("admin.settings.moveDown", { name: nameOf(row) })}
        disabled={at === rows.length - 1}
        onClick={() => move(at + 1)}
      >
        <Icon name="down" size={16} />
      </ActionIcon>
      {remove}
    </span>
  );
}
