/** The list of definitions; a row is dragged to its place, or moved by its buttons, and the change is announced. */

import type { StaffDefinition } from "@portico/api/funds.ts";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../ui/button.tsx";
import { exportCsv } from "../../ui/export-csv.ts";
import { Icon } from "../../ui/icon.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { DefinitionRow } from "./definition-row.tsx";
import { nameIn } from "./name-in.ts";
import styles from "./staff.module.css";
import { type Order, useOrderMoves } from "./use-order-moves.ts";

interface DefinitionOrderProps {
  rows: readonly StaffDefinition[];
  order: Order;
  canOrder: boolean;
}

export function DefinitionOrder({ rows, order, canOrder }: DefinitionOrderProps) {
  const t = useText();
  const language = useLanguage();
  const { ids, move } = useOrderMoves(order);
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shown = ids.flatMap((id) => byId.get(id) ?? []);

  function moveTo(id: number, place: number) {
    const row = byId.get(id);
    const target = shown[place];
    if (!row || !target || target.id === id) return;
    move(id, ids.indexOf(target.id));
    setSaid(t("admin.funds.moved", { name: nameIn(language, row.name), place: place + 1, count: shown.length }));
  }
  /** The button that was pressed keeps the focus, although its row moved; at either end, the other one gets it. */
  function moveByButton(id: number, place: number, button: "up" | "down") {
    flushSync(() => moveTo(id, place));
    const [up, down] = list.current?.querySelectorAll<HTMLButtonElement>(`[data-row="${id}"] button`) ?? [];
    const [pressed, other] = button === "up" ? [up, down] : [down, up];
    (pressed?.disabled ? other : pressed)?.focus();
  }
  const columns = [
    { id: "name", header: t("admin.funds.name"), value: (row: StaffDefinition) => nameIn(language, row.name) },
    {
      id: "state",
      header: t("admin.funds.state"),
      value: (row: StaffDefinition) => t(`admin.funds.state.${row.state}`),
    },
    { id: "risk", header: t("admin.funds.risk"), value: (row: StaffDefinition) => row.risk, numeric: true },
    { id: "joined", header: t("admin.funds.joined"), value: (row: StaffDefinition) => row.joined, numeric: true },
    { id: "asked", header: t("admin.funds.asked"), value: (row: StaffDefinition) => row.asked, numeric: true },
  ];
  return (
    <>
      <div className={styles.tools}>
        <Button
          variant="subtle"
          size="sm"
          leftSection={<Icon name="download" size={16} />}
          onClick={() => exportCsv(language, "target-funds", columns, shown)}
        >
          {t("ui.action.exportCsv")}
        </Button>
      </div>
      <output className="visually-hidden">{said}</output>
      <ol ref={list} className={styles.order}>
        {shown.map((row, place) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is a second way; the buttons inside take keyboard and pointer
          <li
            key={row.id}
            data-row={row.id}
            draggable={canOrder}
            data-dragged={dragged === row.id || undefined}
            data-over={over === place && dragged !== undefined && dragged !== row.id ? true : undefined}
            data-above={dragged !== undefined && shown.findIndex(({ id }) => id === dragged) > place ? true : undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              setDragged(row.id);
            }}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              setOver(place);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined) moveTo(dragged, place);
              setDragged(undefined);
            }}
          >
            <DefinitionRow
              row={row}
              isFirst={place === 0}
              isLast={place === shown.length - 1}
              onUp={canOrder ? () => moveByButton(row.id, place - 1, "up") : undefined}
              onDown={canOrder ? () => moveByButton(row.id, place + 1, "down") : undefined}
            />
          </li>
        ))}
      </ol>
    </>
  );
}
