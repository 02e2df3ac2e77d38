/** What staff see of reconciliation, and what clients see of it. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { reconciliation as calls, ReconciliationBreak } from "@portico/api/reconciliation.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { canOf } from "../../kernel/policy.ts";
import { firmDay } from "../settings/firm-day.ts";
import { getSetting } from "../settings/settings.ts";
import { type BusinessAges, businessAges } from "./business-age.ts";
import {
  type BreakQuery,
  type BreakRow,
  countBreaks,
  listAgreedRows,
  listBreakRows,
  listDayRows,
} from "./lists.queries.ts";
import { refusalToWork } from "./reconciliation.policy.ts";

const dayOrder = "day";

/** What agreed of each custodian and day, newest first. */
export async function listDays(
  { db }: Context,
  { cursor, limit, custodian }: Parsed<typeof calls.listDays>["query"],
): Promise<Answer<typeof calls.listDays>> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: dayOrder },
    (start) => listDayRows(db, { custodian, after: start.after, limit: start.limit }),
    ({ day, custodianId }) => [day, custodianId],
  );
  return {
    days: rows.map(({ custodianId, custodian: name, ...row }) => ({ custodian: { id: custodianId, name }, ...row })),
    nextCursor,
  };
}

async function readAges(context: Context): Promise<BusinessAges> {
  const [{ hours }, { timeZone, today }] = await Promise.all([
    getSetting(context.db, "ticketRules"),
    firmDay(context.db, context.now()),
  ]);
  return businessAges({ hours, timeZone }, today);
}

const toBreak = (context: Context, { ageOf }: BusinessAges, row: BreakRow): ReconciliationBreak => {
  const {
    custodian_id,
    custodian,
    holder_type,
    holder_id,
    holder_name,
    owner_id,
    owner_name,
    import_id,
    file_name,
    ...rest
  } = row;
  const holder: Holder = { holderType: holder_type, holderId: holder_id };
  return {
    ...rest,
    custodian: { id: custodian_id, name: custodian },
    holder: { holder_type, holder_id, name: holder_name },
    owner: owner_id === null ? null : { id: owner_id, name: owner_name ?? "" },
    age: ageOf(row.first_day),
    explained_at: row.explained_at?.toISOString() ?? null,
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    import: { id: import_id, fileName: file_name ?? "" },
    can: canOf({ work: refusalToWork(requireViewer(context), holder, row.state) }),
  };
};

const breakOrder = "oldest";

type BreakFilter = Omit<Parsed<typeof calls.listBreaks>["query"], "cursor" | "limit">;

const queryOf = (
  { state, custodian, cause, owner, age, holder_type, holder_id }: BreakFilter,
  ages: BusinessAges,
): BreakQuery => ({
  state,
  custodian,
  cause,
  owner,
  until: age === undefined ? undefined : ages.dayOfAge(age),
  holder: holder_type && holder_id ? { holderType: holder_type, holderId: holder_id } : undefined,
});

/** The ids of what the list shows, in its order. */
export async function findBreaks(context: Context, filter: BreakFilter, limit: number): Promise<number[]> {
  const query = queryOf(filter, await readAges(context));
  return (await listBreakRows(context.db, query, { after: undefined, limit })).map(({ id }) => id);
}

/** Breaks, the oldest first. */
export async function listBreaks(
  context: Context,
  { cursor, limit, ...filter }: Parsed<typeof calls.listBreaks>["query"],
): Promise<Answer<typeof calls.listBreaks>> {
  const ages = await readAges(context);
  const query = queryOf(filter, ages);
  const [{ rows, nextCursor }, counts] = await Promise.all([
    readPage(
      { cursor, limit, order: breakOrder },
      (start) => listBreakRows(context.db, query, start),
      ({ first_day, id }) => [first_day, id],
    ),
    countBreaks(context.db, query),
  ]);
  return { breaks: rows.map((row) => toBreak(context, ages, row)), nextCursor, ...counts };
}

/** Of each holding the last day on which it agreed. */
export const listAgreed = async ({ db }: Context, holder: Holder): Promise<Answer<typeof calls.listAgreed>> => ({
  agreed: await listAgreedRows(db, holder),
});
