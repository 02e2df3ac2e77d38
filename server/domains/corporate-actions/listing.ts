/** Corporate actions as staff see them. */
import {
  type ActionDetails,
  type ActionRun,
  corporateActions as calls,
  type ListedAction,
} from "@portico/api/corporate-actions.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { optionsOf, type ShareState, shareStates } from "@portico/api/rules/corporate-actions.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { canOf, staffVerdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { getUserNames } from "../holders/holders.ts";
import { needsTwo } from "../proposals/proposals.ts";
import { getSetting } from "../settings/settings.ts";
import { type ActionRecord, findAction, listActions, listVersions } from "./actions.queries.ts";
import {
  refusalToCancel,
  refusalToChange,
  refusalToConfirm,
  refusalToDrop,
  refusalToElect,
  refusalToPreview,
  refusalToStart,
} from "./corporate-actions.policy.ts";
import { countElections, type OptionCount } from "./elections.queries.ts";
import { countShares, listNewestRuns, type RunRecord, type StateCounts, sumShares } from "./runs.queries.ts";

/** What everybody sees of an action. */
export const describe = (action: ActionRecord) => ({
  id: action.id,
  type: action.type,
  state: action.state,
  instrument: action.instrument,
  target: action.target,
  exDay: action.exDay,
  recordDay: action.recordDay,
  payDay: action.payDay,
  terms: action.terms,
  options: [...optionsOf(action.type)],
  defaultOption: action.defaultOption,
  deadline: action.deadline?.toISOString() ?? null,
  clientDeadline: action.clientDeadline?.toISOString() ?? null,
});

const listed = (action: ActionRecord, counts: readonly OptionCount[] = []): ListedAction => ({
  ...describe(action),
  source: action.source,
  version: action.version,
  elections: counts.reduce((sum, { holders }) => sum + holders, 0),
});

/** The latest ex-day first; of those of which clients may elect, the next deadline first. */
export async function listAllActions(
  context: Context,
  { cursor, limit, state, open }: Parsed<typeof calls.list>["query"],
): Promise<Answer<typeof calls.list>> {
  const { db } = context;
  const now = context.now();
  const isOpen = open === "elections";
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: isOpen ? "deadline" : "exDay" },
    (start) => listActions(db, { state, open: isOpen, now, ...start }),
    (row) => [isOpen && row.clientDeadline ? row.clientDeadline : row.exDay, row.id],
  );
  const counts = await countElections(
    db,
    rows.map(({ id }) => id),
  );
  return {
    actions: rows.map((row) => listed(row, counts.get(row.id))),
    timeZone: (await getSetting(db, "portalRules")).timeZone,
    can: canOf({ create: staffVerdict(requireViewer(context), calls.create) }),
    nextCursor,
  };
}

export async function requireAction({ db }: Pick<Context, "db">, id: number): Promise<ActionRecord> {
  const action = await findAction(db, id);
  if (!action) throw new Refusal("notFound");
  return action;
}

const wholeCounts = (counts: StateCounts): ActionRun["counts"] =>
  Object.fromEntries(shareStates.map((state) => [state, counts[state] ?? 0])) as Record<ShareState, number>;

/** A run counts with the terms that it was calculated with. */
export const isCurrent = (run: RunRecord, action: ActionRecord): boolean =>
  run.version === action.version && run.application === action.application;

async function presentRun(
  context: Context,
  run: RunRecord,
  action: ActionRecord,
  names: ReadonlyMap<number, string>,
): Promise<ActionRun> {
  const viewer = requireViewer(context);
  const found = (await countShares(context.db, [run.id])).get(run.id) ?? {};
  const counts = wholeCounts(found);
  const status = { ...run, isCurrent: isCurrent(run, action), ...counts };
  const nameOf = (id: number): string => names.get(id) ?? String(id);
  return {
    id: run.id,
    kind: run.kind,
    state: run.state,
    version: run.version,
    counts,
    totals: await sumShares(context.db, run.id),
    createdBy: nameOf(run.createdBy),
    createdAt: run.createdAt.toISOString(),
    startedBy: run.startedBy === null ? null : nameOf(run.startedBy),
    endedAt: run.endedAt?.toISOString() ?? null,
    can: canOf({
      start: refusalToStart(viewer, status),
      drop: refusalToDrop(viewer, run),
      decide: staffVerdict(viewer, calls.decide) ?? (run.state === "previewed" ? null : "stateConflict"),
    }),
  };
}

/** One action with everything about it. */
export async function getAction(context: Context, id: number): Promise<ActionDetails> {
  const { db } = context;
  const viewer = requireViewer(context);
  const action = await requireAction(context, id);
  const versions = await listVersions(db, id);
  const runs = await listNewestRuns(db, id);
  const counts = (await countElections(db, [id])).get(id) ?? [];
  const people = [
    action.changedBy,
    action.confirmedBy,
    ...versions.map(({ changedBy }) => changedBy),
    ...runs.flatMap(({ createdBy, startedBy }) => [createdBy, startedBy]),
  ].filter((one) => one !== null);
  const names = await getUserNames(db, [...new Set(people)]);
  const nameOf = (one: number): string => names.get(one) ?? String(one);
  const now = context.now();
  const toInstant = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString());
  return {
    ...listed(action, counts),
    note: action.note,
    timeZone: (await getSetting(db, "portalRules")).timeZone,
    announcementId: action.announcementId,
    changedBy: nameOf(action.changedBy),
    changedAt: action.changedAt.toISOString(),
    confirmedBy: action.confirmedBy === null ? null : nameOf(action.confirmedBy),
    confirmedAt: action.confirmedAt?.toISOString() ?? null,
    versions: versions.map(({ changedBy, changedAt, deadline, clientDeadline, ...version }) => ({
      ...version,
      deadline: toInstant(deadline),
      clientDeadline: toInstant(clientDeadline),
      changedBy: changedBy === null ? null : nameOf(changedBy),
      changedAt: changedAt.toISOString(),
    })),
    runs: await Promise.all(runs.map((run) => presentRun(context, run, action, names))),
    electionCounts: counts.map(({ option, holders, awaitingSigners }) => ({ option, holders, awaitingSigners })),
    can: canOf({
      change: refusalToChange(viewer, action),
      confirm: refusalToConfirm(viewer, action, { byTwo: await needsTwo(db) }),
      cancel: refusalToCancel(viewer, action),
      previewApply: refusalToPreview(viewer, action, { kind: "apply", now }),
      previewUndo: refusalToPreview(viewer, action, { kind: "undo", now }),
      recordElection: staffVerdict(viewer, calls.recordElection) ?? refusalToElect(action, { now, byStaff: true }),
    }),
  };
}
