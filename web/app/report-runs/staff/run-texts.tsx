/** How a run is written: whom it is for, its state, and the state of an addressee. */
import type { ReportRun, RunAddressee } from "@portico/api/report-runs.ts";
import { type AddresseeState, leftOutReasons, publishedStates, type RunState } from "@portico/api/rules/report-runs.ts";
import { reportFailures } from "@portico/api/rules/reports.ts";
import type { Language, Translate } from "@portico/messages/text.ts";
import { StatusBadge, type StatusColour } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";

export const runPath = (id: number): string => `/admin/reports/${id}`;

type Whom = Pick<ReportRun, "scope" | "group" | "strategy">;
export function whomText(t: Translate, language: Language, { scope, group, strategy }: Whom): string {
  if (scope === "group" && group !== null) return t("admin.runs.scopeGroup", { name: group });
  if (scope === "strategy") return t("admin.runs.scopeStrategy", { name: strategy?.[language] ?? "" });
  return t(`admin.runs.scope.${scope}`);
}

/** How many can read their report. */
export const deliveredIn = (counts: ReportRun["counts"]): number =>
  publishedStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

const runColours: Record<RunState, StatusColour> = {
  ready: "orange",
  running: "blue",
  paused: "grey",
  awaitingLook: "orange",
  done: "green",
  cancelled: "grey",
};
export function RunBadge({ state }: { state: RunState }) {
  const t = useText();
  return (
    <StatusBadge status={state} colour={runColours[state]}>
      {t(`admin.runs.state.${state}`)}
    </StatusBadge>
  );
}

const addresseeColours: Record<AddresseeState, StatusColour> = {
  waiting: "grey",
  made: "blue",
  gapped: "orange",
  published: "green",
  told: "green",
  opened: "green",
  undelivered: "orange",
  unchanged: "grey",
  skipped: "grey",
  failed: "red",
  withheld: "grey",
  cancelled: "grey",
};
export function AddresseeBadge({ state }: { state: AddresseeState }) {
  const t = useText();
  return (
    <StatusBadge status={state} colour={addresseeColours[state]}>
      {t(`admin.runs.addressee.${state}`)}
    </StatusBadge>
  );
}

type Reason = NonNullable<RunAddressee["reason"]>;
const isFailure = (reason: Reason): reason is (typeof reportFailures)[number] =>
  (reportFailures as readonly string[]).includes(reason);
const isLeftOut = (reason: Reason): reason is (typeof leftOutReasons)[number] =>
  (leftOutReasons as readonly string[]).includes(reason);

export function reasonText(t: Translate, reason: Reason): string {
  if (reason === "unavailable") return t("admin.runs.reason.unavailable");
  if (isFailure(reason)) return t(`reports.failure.${reason}`);
  return isLeftOut(reason) ? t(`admin.runs.reason.${reason}`) : t("admin.runs.reason.newerReport");
}
