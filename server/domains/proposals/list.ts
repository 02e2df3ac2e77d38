/** Proposals for staff: with names, the current value, and the decisions the reader may take. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { Proposal, proposals } from "@portico/api/proposals.ts";
import type { ProposalDecision } from "@portico/api/rules/proposal-decisions.ts";
import { isSettingName } from "@portico/api/settings/shapes.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { canOf, type Verdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { getCompanyNames, getUserNames } from "../holders/holders.ts";
import { readInstructions } from "../settings/deposit-instructions.ts";
import { getSetting, parseSetting } from "../settings/settings.ts";
import { isStale, listProposalActions, refusalTo } from "./proposals.policy.ts";
import {
  countOpenProposals,
  findProposal,
  findSides,
  listProposalRows,
  needsTwo,
  type ProposalRow,
} from "./proposals.ts";

type Side = Record<string, unknown>;

/** People whom a proposal about a company names. */
const peopleIn = ({ added, ended, person }: Side): number[] => [
  ...[added, ended].flatMap((ids) => (Array.isArray(ids) ? (ids as number[]) : [])),
  ...(typeof person === "number" ? [person] : []),
];

/** The policy's input for a proposal. */
export const toRequestedAction = (row: ProposalRow) => ({
  action: row.action as Proposal["action"],
  holder: holderOf(row),
  proposedBy: row.proposed_by,
  about: peopleIn(row.after as Side),
});

/** The version tells whether the list changed; its text is then the one that the proposer saw. */
const listNow = (before: Side | undefined, version: number): Side => ({
  version,
  list: before?.["version"] === version ? before["list"] : null,
});

/** Ids tell whether others represent the company; their text is then the one that the proposer saw. */
const peopleNow = (before: Side | undefined, representatives: string): Side => ({
  representatives,
  list: before?.["representatives"] === representatives ? before["list"] : null,
});

/** A setting as a proposal shows it: its fields beside its name and the time of its last save. */
const settingNow = (setting: string, data: unknown, savedAt: Date | null): Side => ({
  setting,
  savedAt: savedAt?.toISOString() ?? null,
  ...(isSettingName(setting) && (parseSetting(setting, data) as object)),
});

/** Current values of what the open proposals would change, by proposal id. */
async function getSides(db: Db, rows: readonly ProposalRow[]): Promise<Map<number, Side>> {
  const open = rows.filter(({ state }) => state === "open");
  if (open.length === 0) return new Map();
  const [found, on, instructions, firmRules] = await Promise.all([
    findSides(
      db,
      open.map(({ id }) => id),
    ),
    needsTwo(db),
    readInstructions(db),
    getSetting(db, "withdrawalRules"),
  ]);
  const befores = new Map(open.map(({ id, before }) => [id, before as Side]));
  const actions = new Map(open.map(({ id, action }) => [id, action as Proposal["action"]]));
  return new Map(
    found.map(
      ({
        id,
        role,
        state,
        client_number: clientNumber,
        own_factor: ownFactor,
        version,
        account,
        representatives,
        ...row
      }) => {
        const sides = {
          setRole: { role },
          disable: { state },
          enable: { state, role },
          resetFactors: { ownFactor },
          setClientNumber: { clientNumber },
          fourEyesOff: { on },
          setBankAccounts: listNow(befores.get(id), version ?? 0),
          decideBankAccount: account ?? { state: "removed" },
          setDepositInstructions: { ...instructions },
          addRepresentatives: peopleNow(befores.get(id), representatives),
          setRepresentatives: peopleNow(befores.get(id), representatives),
          saveSetting: settingNow(String(befores.get(id)?.["setting"]), row.setting_data, row.setting_saved_at),
          setSigners: { own: row.own_rule, rule: row.own_rule ?? firmRules.companySigners },
          setName: { name: row.name },
          setShare: { held: row.held },
          linkAccount: { linked: row.linked },
          loosenCustodian: { ...befores.get(id), ...row.guards },
          placeHold: {},
          liftHold: {},
          makeArchive: {},
          eraseData: {},
        };
        return [id, sides[actions.get(id) ?? "fourEyesOff"]];
      },
    ),
  );
}

/** Whether the value that the proposer of an open proposal saw has changed. */
export async function isStaleNow(db: Db, row: ProposalRow): Promise<boolean> {
  const now = (await getSides(db, [row])).get(row.id);
  return now !== undefined && isStale(row.before as Side, now);
}

/** Reads everything about the proposals at once. */
export async function toProposals(context: Context, rows: readonly ProposalRow[]): Promise<Proposal[]> {
  const { db } = context;
  const viewer = requireViewer(context);
  const holdersOf = (type: Holder["holderType"]) =>
    rows.filter((row) => row.holder_type === type).map(({ holder_id }) => holder_id);
  const people = rows.flatMap(({ proposed_by, decided_by }) => [
    proposed_by,
    ...(decided_by === null ? [] : [decided_by]),
  ]);
  const [names, companyNames, sides] = await Promise.all([
    getUserNames(db, [...new Set([...people, ...holdersOf("user")])]),
    getCompanyNames(db, [...new Set(holdersOf("company"))]),
    getSides(db, rows),
  ]);
  const person = (id: number) => ({ id, name: names.get(id) ?? "" });
  return rows.map((row) => {
    const { action, holder } = toRequestedAction(row);
    const before = row.before as Side;
    const now = sides.get(row.id) ?? null;
    const refusal = (decision: ProposalDecision): Verdict => {
      if (now === null) return "proposalDecided";
      return (
        refusalTo(viewer, toRequestedAction(row), decision) ??
        (decision === "confirm" && isStale(before, now) ? "stateConflict" : null)
      );
    };
    return {
      id: row.id,
      action,
      holder_type: holder.holderType,
      holder_id: holder.holderId,
      holder_name: (holder.holderType === "user" ? names : companyNames).get(holder.holderId) ?? "",
      before,
      after: row.after as Side,
      now,
      can: canOf({ confirm: refusal("confirm"), decline: refusal("decline"), withdraw: refusal("withdraw") }),
      state: row.state === "withdrawn" && row.decided_by === null ? "overtaken" : (row.state as Proposal["state"]),
      reason: row.reason,
      decision_reason: row.decision_reason,
      proposed_by: person(row.proposed_by),
      proposed_at: row.proposed_at.toISOString(),
      decided_by: row.decided_by === null ? null : person(row.decided_by),
      decided_at: row.decided_at?.toISOString() ?? null,
    };
  });
}

/** One proposal; `notFound` without it. */
export async function getProposal(context: Context, id: number): Promise<Proposal> {
  const row = await findProposal(context.db, id);
  const [proposal] = row ? await toProposals(context, [row]) : [];
  if (!proposal) throw new Refusal("notFound");
  return proposal;
}

const order = "id";

interface ProposalQuery {
  state: "open" | "decided";
  action?: Proposal["action"] | undefined;
  holder_type?: Holder["holderType"] | undefined;
  holder_id?: number | undefined;
  assigned?: number | undefined;
  decidable?: "true" | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** What the viewer may decide: of the actions of their level, what others proposed. */
const decidableBy = ({ role, userId }: Viewer) => ({ actions: listProposalActions(role), notOf: userId });

/** Open or decided proposals, of all kinds and holders or of one; newest first. */
export async function listProposalPage(
  context: Context,
  { state, action, holder_type, holder_id, assigned, decidable, cursor, limit }: ProposalQuery,
): Promise<Answer<(typeof proposals)["list"]>> {
  const viewer = requireViewer(context);
  const holder = holder_type && holder_id ? { holderType: holder_type, holderId: holder_id } : undefined;
  const [{ rows, nextCursor }, open] = await Promise.all([
    readPage(
      { cursor, limit, order },
      (start) =>
        listProposalRows(context.db, {
          open: state === "open",
          action,
          holder,
          assigned,
          decidable: decidable && decidableBy(viewer),
          before: start.after?.id,
          limit: start.limit,
        }),
      ({ id }) => [String(id), id],
    ),
    countOpenProposals(context.db, decidableBy(viewer)),
  ]);
  return { proposals: await toProposals(context, rows), nextCursor, open };
}
