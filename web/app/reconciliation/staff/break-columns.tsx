/** The columns of breaks, with what can be done about each. */
import type { ReconciliationBreak } from "@portico/api/reconciliation.ts";
import { useMemo } from "react";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { type QueueClaim, useToggleClaim } from "../../shell/staff/queue/claims.ts";
import { Button } from "../../ui/button.tsx";
import { RecordDay } from "../../ui/dates.tsx";
import { formatExact } from "../../ui/format.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./reconciliation.module.css";

const colours = { open: "red", explained: "orange", closed: "green" } as const;

export function useBreakColumns(): readonly Column<ReconciliationBreak>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(() => {
    const figure = (id: "expected" | "stated" | "difference"): Column<ReconciliationBreak> => ({
      id,
      header: t(`admin.reconciliation.${id}`),
      value: (row) => row[id],
      cell: (row) => formatExact(language, row[id]),
      numeric: true,
      ...(id === "difference" && { phone: "key" }),
    });
    return [
      {
        id: "client",
        header: t("admin.custodians.client"),
        value: ({ holder }) => holder.name,
        phone: "title",
      },
      { id: "name", header: t("admin.reconciliation.holding"), value: ({ name }) => name, phone: "line" },
      { id: "custodian", header: t("admin.custodians.custodian"), value: ({ custodian: { name } }) => name },
      figure("expected"),
      figure("stated"),
      {
        id: "sides",
        header: t("admin.reconciliation.sides"),
        phoneOnly: true,
        phone: "line",
        value: ({ custodian: { name }, expected, stated }) =>
          t("admin.reconciliation.bothSides", {
            name,
            expected: formatExact(language, expected),
            stated: formatExact(language, stated),
          }),
      },
      figure("difference"),
      {
        id: "since",
        header: t("admin.reconciliation.since"),
        value: ({ first_day: day }) => day,
        cell: ({ first_day: day }) => <RecordDay day={day} />,
        wideOnly: true,
      },
      { id: "age", header: t("admin.reconciliation.days.age"), value: ({ age }) => age, numeric: true, phone: "key" },
      {
        id: "cause",
        header: t("admin.reconciliation.cause"),
        value: ({ cause }) => (cause === null ? "–" : t(`admin.reconciliation.cause.${cause}`)),
        wideOnly: true,
      },
      {
        id: "state",
        header: t("admin.reconciliation.state"),
        value: ({ state, reason }) => [t(`admin.reconciliation.state.${state}`), reason].filter(Boolean).join(": "),
        cell: ({ state, reason }) => (
          <>
            <StatusBadge status={state} colour={colours[state]}>
              {t(`admin.reconciliation.state.${state}`)}
            </StatusBadge>{" "}
            {reason}
          </>
        ),
        phone: "line",
      },
      {
        id: "owner",
        header: t("admin.reconciliation.owner"),
        value: ({ owner, note }) => [owner?.name ?? "–", note].filter(Boolean).join(": "),
      },
      {
        id: "file",
        header: t("admin.reconciliation.file"),
        value: ({ import: file }) => file.fileName,
        cell: ({ import: file }) => <LocaleLink to={`/admin/imports?id=${file.id}`}>{file.fileName}</LocaleLink>,
        wideOnly: true,
      },
      {
        id: "work",
        header: t("admin.reconciliation.work"),
        value: () => null,
        control: true,
        sortable: false,
        phone: "line",
        cell: (row) => row.can.work && <BreakActions row={row} />,
      },
    ];
  }, [t, language]);
}

/** Who looks at a break. */
export function useBreakClaim(): QueueClaim<ReconciliationBreak> {
  const runChange = useRunChange();
  const take = ({ id, version }: ReconciliationBreak, is: boolean) =>
    runChange((calls) => calls.reconciliation.takeBreak({ params: { id }, body: { version, take: is } }));
  return {
    byOf: ({ owner }) => owner,
    may: ({ can }) => can.work,
    claim: (row) => take(row, true),
    release: (row) => take(row, false),
  };
}

function useAskText() {
  const t = useText();
  return (kind: "note" | "explain", { name }: ReconciliationBreak, action: (text: string) => Promise<void>) =>
    openConfirmation({
      title: t(`admin.reconciliation.${kind}Of`, { name }),
      text: t(`admin.reconciliation.${kind}Text`),
      confirmLabel: t(`admin.reconciliation.${kind}`),
      reason: { label: t(`admin.reconciliation.${kind}Label`), hint: t(`admin.reconciliation.${kind}Hint`) },
      action: (text = "") => action(text),
    });
}

/** Asks why the break is no fault, and explains it so. */
export function useExplain(): (row: ReconciliationBreak) => void {
  const runChange = useRunChange();
  const ask = useAskText();
  return (row) =>
    ask("explain", row, async (reason) => {
      const { id, version } = row;
      await runChange((calls) => calls.reconciliation.explainBreak({ params: { id }, body: { version, reason } }));
    });
}

function BreakActions({ row }: { row: ReconciliationBreak }) {
  const t = useText();
  const runChange = useRunChange();
  const { id, version, name, owner, state } = row;
  const params = { id };
  const take = useToggleClaim(useBreakClaim());
  const ask = useAskText();
  const note = () =>
    ask("note", row, async (text) => {
      await runChange((calls) => calls.reconciliation.noteBreak({ params, body: { version, note: text } }));
    });
  const explain = useExplain();
  const reopen = () =>
    void runChange((calls) => calls.reconciliation.explainBreak({ params, body: { version, reason: null } }));
  const button = (key: "take" | "leave" | "note" | "explain" | "reopen", action: () => void) => (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={`${t(`admin.reconciliation.${key}`)}: ${name}`}
      onClick={action}
    >
      {t(`admin.reconciliation.${key}`)}
    </Button>
  );
  return (
    <div className={styles.actions}>
      {button(owner === null ? "take" : "leave", () => take(row))}
      {button("note", note)}
      {state === "explained" ? button("reopen", reopen) : button("explain", () => explain(row))}
    </div>
  );
}
