/** What waits for the firm, by the colleague whose it is. */
import type { Answer } from "@portico/api/endpoint.ts";
import { hasStaffLevel } from "@portico/api/permissions.ts";
import { namedOnDesk } from "@portico/api/rules/work-kinds.ts";
import type { workload } from "@portico/api/workload.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { listProposalActions } from "../proposals/proposals.policy.ts";
import { getReadingContext } from "../tickets/tickets.ts";
import {
  countLate,
  countWork,
  type FirstRecord,
  findFirst,
  type SeenProposals,
  type WorkReader,
} from "./workload.queries.ts";

type Calls = typeof workload;

async function getReader(context: Context, proposals: SeenProposals): Promise<WorkReader> {
  const { now, soonUntil } = await getReadingContext(context);
  return { now, soonUntil, proposals };
}

/** The list of proposals is open to the office. */
const maySeeProposals = (context: Context): boolean => hasStaffLevel(requireViewer(context).role, "office");

const presentRows = (rows: Awaited<ReturnType<typeof countWork>>) =>
  rows.map((row) => ({ ...row, oldest: row.oldest.toISOString() }));

export async function listWorkload(context: Context): Promise<Answer<Calls["list"]>> {
  const reader = await getReader(context, maySeeProposals(context) ? "all" : "none");
  const [rows, late] = await Promise.all([countWork(context.db, reader), countLate(context.db, reader.now)]);
  return { rows: presentRows(rows), late };
}

const presentFirst = ({ item, holder_type, holder_id, holder_name, since, ...row }: FirstRecord) => ({
  ...row,
  id: item,
  holder: { holder_type, holder_id, name: holder_name ?? "" },
  since: since.toISOString(),
});

export async function getDesk(context: Context): Promise<Answer<Calls["getDesk"]>> {
  const { userId, role } = requireViewer(context);
  const seen = maySeeProposals(context) ? { actions: listProposalActions(role), notOf: userId } : "none";
  const reader = await getReader(context, seen);
  const [rows, first] = await Promise.all([
    countWork(context.db, reader),
    findFirst(context.db, reader, { userId, most: namedOnDesk }),
  ]);
  return { rows: presentRows(rows), first: first.map(presentFirst) };
}
