/** The list of definitions; a row is dragged to its place, or moved by its buttons, and the change is announced. */
import { Button } from "@mantine/core";
import { ApiError } from "@portico/api/errors.ts";
import type { StaffDefinition } from "@portico/api/funds.ts";
import { useState } from "react";
import { alert } from "../../shell/alert.ts";
import { errorText } from "../../shell/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { LocaleLink } from "../../shell/locale-link.tsx";
import { Icon } from "../../ui/icon.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { exportCsv } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./staff.module.css";

const colours = { draft: "orange", published: "green", archived: "grey" } as const;

interface DefinitionOrderProps {
  rows: readonly StaffDefinition[];
  order: { ids: readonly number[]; orderVersion: number };
  canOrder: boolean;
}

/** The list with the element at `from` at the place `to`. */
const moved = (ids: readonly number[], from: number, to: number): number[] => {
  const rest = ids.filter((_, place) => place !== from);
  return [...rest.slice(0, to), ids[from] ?? 0, ...rest.slice(to)];
};

export function DefinitionOrder({ rows, order, canOrder }: DefinitionOrderProps) {
  const t = useText();
  const language = useLanguage();
  const runChange = useRunChange();
  const [dragged, setDragged] = useState<number>();
  const [said, setSaid] = useState("");
  const nameOf = (row: StaffDefinition) => row.name[language] || row.name.en || row.name.bg || row.name.pl;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shown = order.ids.flatMap((id) => byId.get(id) ?? []);

  async function move(from: number, to: number) {
    const row = shown[from];
    if (!row || to < 0 || to >= shown.length || from === to) return;
    const ids = moved(order.ids, order.ids.indexOf(row.id), order.ids.indexOf(shown[to]?.id ?? 0));
    try {
      await runChange((api) => api.funds.orderDefinitions({ body: { ids, orderVersion: order.orderVersion } }));
      setSaid(t("admin.funds.moved", { name: nameOf(row), place: to + 1, count: shown.length }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      alert.error(error.code === "stateConflict" ? t("admin.funds.orderConflict") : errorText(t, error));
    }
  }
  const columns = [
    { id: "name", header: t("admin.funds.name"), value: nameOf },
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
        <Button variant="subtle" size="sm" onClick={() => exportCsv(language, "target-funds", columns, shown)}>
          {t("ui.action.exportCsv")}
        </Button>
      </div>
      <output className="visually-hidden">{said}</output>
      <ol className={styles.order}>
        {shown.map((row, place) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is a second way; the buttons inside take keyboard and pointer
          <li
            key={row.id}
            draggable={canOrder}
            data-dragged={dragged === place || undefined}
            onDragStart={() => setDragged(place)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined) void move(dragged, place);
              setDragged(undefined);
            }}
          >
            <span className={styles.grow}>
              <LocaleLink to={`/admin/target/${row.id}`}>{nameOf(row)}</LocaleLink>
              <span className={styles.small}>
                {t("admin.funds.rowFacts", { risk: row.risk, joined: row.joined, asked: row.asked })}
              </span>
            </span>
            {row.featured && (
              <StatusBadge status="featured" colour="blue">
                {t("admin.funds.featured")}
              </StatusBadge>
            )}
            <StatusBadge status={row.state} colour={colours[row.state]}>
              {t(`admin.funds.state.${row.state}`)}
            </StatusBadge>
            {row.state !== "draft" && row.draft !== null && (
              <StatusBadge status="draft" colour="orange">
                {t("admin.funds.state.draft")}
              </StatusBadge>
            )}
            {canOrder && (
              <span className={styles.buttons}>
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={place === 0}
                  aria-label={t("admin.funds.up", { name: nameOf(row) })}
                  onClick={() => void move(place, place - 1)}
                >
                  <Icon name="up" size={16} />
                </Button>
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={place === shown.length - 1}
                  aria-label={t("admin.funds.down", { name: nameOf(row) })}
                  onClick={() => void move(place, place + 1)}
                >
                  <Icon name="down" size={16} />
                </Button>
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
