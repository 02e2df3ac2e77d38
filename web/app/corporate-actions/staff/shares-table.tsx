/** The holders of a run with what each gets, or why not; whose file may have booked the event is decided here. */
import type { ActionDetails, ActionRun, ActionShare } from "@portico/api/corporate-actions.ts";
import type { ShareState } from "@portico/api/rules/corporate-actions.ts";
import { type EntryKind, entryKinds } from "@portico/ledger/entry.ts";
import { useMemo } from "react";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { StaffTable } from "../../shell/staff/lists/staff-table.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDay, formatExact, formatMoney } from "../../ui/format.ts";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Translate, useLanguage, useText } from "../../ui/text.tsx";
import { outcomeParts } from "../outcome-text.ts";
import { ShareBadge } from "./action-badge.tsx";
import { useShares } from "./use-actions.ts";

interface SharesProps {
  action: ActionDetails;
  run: ActionRun;
  state: ShareState | undefined;
}

export function SharesTable({ action, run, state }: SharesProps) {
  const t = useText();
  const query = useShares(action.id, run.id, state);
  const columns = useColumns(action, run);
  return (
    <StaffTable
      query={query}
      label={t("admin.actions.holders")}
      columns={columns}
      rows={query.data?.rows}
      rowId={(row) => `${row.holder_type}/${row.holder_id}`}
      pathOf={(row) => `/admin/${row.holder_type}/${row.holder_id}/portfolio`}
      empty={<Empty icon="people" title={t("admin.actions.noHolders")} />}
    />
  );
}

type Language = ReturnType<typeof useLanguage>;

/** A later entry, which the portal names by its kind, day and units. */
const laterEntry = /^(\w+) (\d{4}-\d{2}-\d{2}) -?([\d.]+)$/;

function detailText(t: Translate, language: Language, { state, reason, detail }: ActionShare): string | null {
  if (detail === null) return null;
  if (state === "ready" || state === "booked") return t("admin.actions.below", { currencies: detail });
  const [, kind, day = "", units = ""] = (reason === "soldSince" && laterEntry.exec(detail)) || [];
  if (!isKind(kind)) return detail;
  const facts = {
    kind: t(`portfolios.kind.${kind}`),
    day: formatDay(language, day),
    units: formatExact(language, units),
  };
  return t("admin.actions.later", facts);
}

/** Why, in one line: the reason with its detail, what a file booked, and what a person decided. */
function whyOf(t: Translate, language: Language, row: ActionShare): string {
  const { reason, found, decidedBy, decidedReason } = row;
  return [
    reason && t(`admin.actions.reason.${reason}`),
    detailText(t, language, row),
    found &&
      t("admin.actions.found", {
        kind: isKind(found.kind) ? t(`portfolios.kind.${found.kind}`) : found.kind,
        day: formatDay(language, found.day),
        amount:
          found.quantity !== null && Number(found.amount) === 0
            ? formatExact(language, found.quantity)
            : formatMoney(language, found.amount, found.currency),
        file: found.fileName ?? "none",
      }),
    decidedBy && t("admin.actions.decidedBy", { name: decidedBy, reason: decidedReason ?? "" }),
  ]
    .filter(Boolean)
    .join(" · ");
}

const isKind = (text: string | undefined): text is EntryKind => (entryKinds as readonly string[]).includes(text ?? "");

const decidable: readonly ShareState[] = ["known", "unclear", "leftOut"];

function useColumns(action: ActionDetails, run: ActionRun): readonly Column<ActionShare>[] {
  const t = useText();
  const language = useLanguage();
  const runChange = useRunChange();
  return useMemo((): readonly Column<ActionShare>[] => {
    const decide = (row: ActionShare, decision: "book" | "leaveOut") =>
      openConfirmation({
        title: t("admin.actions.decideTitle"),
        text: t("admin.actions.decideText"),
        confirmLabel: t(`admin.actions.${decision}`),
        reason: { label: t("admin.actions.reason"), hint: "" },
        action: async (reason = "") => {
          const params = { id: action.id, runId: run.id, holderType: row.holder_type, holderId: row.holder_id };
          await runChange((api) => api.corporateActions.decide({ params, body: { decision, reason } }));
        },
      });
    const button = (row: ActionShare, decision: "book" | "leaveOut") => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t(`admin.actions.${decision}`)}: ${row.name}`}
        onClick={(event) => {
          event.preventDefault();
          event.stopPropagation();
          decide(row, decision);
        }}
      >
        {t(`admin.actions.${decision}`)}
      </Button>
    );
    return [
      { id: "name", header: t("admin.actions.holder"), value: ({ name }) => name, phone: "title" },
      { id: "number", header: t("admin.actions.clientNumber"), value: ({ clientNumber }) => clientNumber },
      {
        id: "state",
        header: t("admin.actions.state"),
        value: ({ state }) => t(`admin.actions.share.${state}`),
        cell: ({ state }) => <ShareBadge state={state} />,
        phone: "key",
      },
      {
        id: "units",
        header: t("admin.actions.units"),
        value: ({ units }) => units,
        cell: ({ units }) => formatExact(language, units),
        numeric: true,
      },
      {
        id: "option",
        header: t("admin.actions.option"),
        value: ({ option }) => (option === null ? null : t(`corporateActions.option.${option}`)),
      },
      {
        id: "outcome",
        header: t("admin.actions.totals"),
        value: ({ outcome }) =>
          outcome ? outcomeParts(t, language, outcome, action.target?.name, "staff").join(" · ") : null,
        phone: "line",
      },
      {
        id: "why",
        header: t("admin.actions.why"),
        value: (row) => whyOf(t, language, row),
        phone: "line",
      },
      {
        id: "decide",
        header: t("admin.actions.decide"),
        value: () => null,
        control: true,
        phone: "line",
        cell: (row) =>
          run.can.decide &&
          run.kind === "apply" && (
            <>
              {decidable.includes(row.state) && button(row, "book")}
              {(row.state === "unclear" || row.state === "ready") && button(row, "leaveOut")}
            </>
          ),
      },
    ];
  }, [t, language, runChange, action, run]);
}
