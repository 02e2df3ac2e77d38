/** The columns of the file, to be dragged onto the parts that they are. Whoever does not drag chooses them in each part. */
import { type DragEvent, useState } from "react";
import { useText } from "../../../ui/text.tsx";
import own from "./mappings.module.css";

/** So that nothing else that is dragged, such as a file, is taken for a column. */
const type = "application/x-file-column";

export function DragColumns({ columns, used }: { columns: readonly string[]; used: ReadonlySet<string> }) {
  const t = useText();
  if (columns.length === 0) return null;
  return (
    <div className={own.columns}>
      <p id="file-columns">{t("admin.mappings.dragHint")}</p>
      <ul aria-labelledby="file-columns">
        {columns.map((name) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the fields below choose the same by keyboard
          <li
            key={name}
            draggable
            data-used={used.has(name) || undefined}
            onDragStart={({ dataTransfer }) => {
              dataTransfer.setData(type, name);
              dataTransfer.effectAllowed = "link";
            }}
          >
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What an element needs to take a column that is dropped on it; it is marked while one is over it. */
export function useColumnDrop(onDrop: (name: string) => void) {
  const [isOver, setOver] = useState(false);
  const carries = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(type);
  return {
    "data-over": isOver || undefined,
    onDragOver(event: DragEvent) {
      if (!carries(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "link";
      setOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      setOver(false);
      if (!carries(event)) return;
      event.preventDefault();
      onDrop(event.dataTransfer.getData(type));
    },
  };
}
