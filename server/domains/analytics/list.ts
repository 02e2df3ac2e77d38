/** The admins' list of sign-ins, its export, and a person's own sign-ins. */
import type { analytics } from "@portico/api/analytics.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { Role } from "@portico/api/permissions.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import {
  type browserNames,
  type operatingSystems,
  type SignInSort,
  type SignInSortColumn,
  type Suspicion,
  signInCap,
} from "@portico/api/rules/sign-ins.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { dayStarts } from "../settings/firm-day.ts";
import { getSetting } from "../settings/settings.ts";
import {
  buildConditions,
  chooseWays,
  countSignIns,
  findSignInPage,
  type ListedSignIn,
  listPlaces,
  listUserSignIns,
  type Ways,
} from "./list.queries.ts";
import { parseSearch } from "./search.ts";

type Calls = typeof analytics;
type Filter = Parsed<Calls["exportRows"]>["body"];
type Row = Answer<Calls["fetch"]>["analytics"][number];

/** With more people than are looked up one by one, the count stops earlier. */
const broadCap = 1000;

interface Asked {
  ways: Ways;
  planned: boolean;
  cap: number;
  timeZone: string;
}

/** The filter as conditions; `badInput` for a period that ends before it begins. */
async function readFilter(db: Db, { searchQuery, from, to, ...filter }: Omit<Filter, "sortBy">): Promise<Asked> {
  if (from !== undefined && to !== undefined && to < from)
    throw new Refusal("badInput", { fields: [{ path: "to", code: "beforeStart" }] });
  const { timeZone } = await getSetting(db, "portalRules");
  const startOf = dayStarts(timeZone);
  const conditions = buildConditions({
    from: from && startOf(from),
    before: to && startOf(addDays(to, 1)),
    countryCode: filter.country_code,
    city: filter.city,
    os: filter.os,
    browserName: filter.browserName,
    suspicious: filter.suspicious,
    userId: filter.userId,
  });
  const readings = searchQuery === "" ? [{ meanings: [], person: "" }] : parseSearch(searchQuery, await listPlaces(db));
  const ways = await chooseWays(db, conditions, readings);
  return {
    ways,
    planned: conditions.length > 0 || searchQuery !== "",
    cap: ways.isBroad ? broadCap : signInCap,
    timeZone,
  };
}

const toSortColumn = (sortBy: SignInSort): { column: SignInSortColumn; descending: boolean } => ({
  column: sortBy.replace("-", "") as SignInSortColumn,
  descending: sortBy.startsWith("-"),
});

/** One page and the count up to the cap; `badInput` at `page` beyond it. */
export async function fetchSignIns(
  { db }: Context,
  { page, pageSize, sortBy, ...filter }: Parsed<Calls["fetch"]>["body"],
): Promise<Answer<Calls["fetch"]>> {
  const offset = (page - 1) * pageSize;
  if (offset >= signInCap) throw new Refusal("badInput", { fields: [{ path: "page", code: "tooBig" }] });
  const { ways, planned, cap, timeZone } = await readFilter(db, filter);
  const [rows, count] = await Promise.all([
    offset < cap
      ? findSignInPage(db, ways, { ...toSortColumn(sortBy), offset, limit: Math.min(pageSize, cap - offset) }, planned)
      : [],
    countSignIns(db, ways, cap + 1, planned),
  ]);
  return {
    analytics: rows.map(createRowMapper(timeZone)),
    itemCount: Math.min(count, cap),
    capped: count > cap,
  };
}

/** The rows of an order up to the cap, recorded in the audit log with the filter. */
export async function exportSignIns(
  context: Context,
  { sortBy, ...filter }: Filter,
): Promise<Answer<Calls["exportRows"]>> {
  const { ways, planned, cap, timeZone } = await readFilter(context.db, filter);
  const rows = await findSignInPage(context.db, ways, { ...toSortColumn(sortBy), offset: 0, limit: cap + 1 }, planned);
  const capped = rows.length > cap;
  const exported = rows.slice(0, cap);
  // What was searched for may name a person; the audit log keeps it, since it says whose data left the portal.
  await transact(context, async (tx) =>
    tx.audit("analytics.exported", "signIn", {
      after: { rows: exported.length, capped, filter: { sortBy, ...filter } },
    }),
  );
  return { rows: exported.map(createRowMapper(timeZone)), capped };
}

const displayDates = new Map<string, Intl.DateTimeFormat>();
/** "2026-03-09, 14:05:09" in the time zone: the specification's display date. */
function displayDate(timeZone: string, at: Date): string {
  let format = displayDates.get(timeZone);
  if (!format) {
    const [numeric, two] = ["numeric", "2-digit"] as const;
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      hourCycle: "h23",
      year: numeric,
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    });
    displayDates.set(timeZone, format);
  }
  return format.format(at);
}

const toSignIn = (
  row: Pick<
    ListedSignIn,
    "id" | "ip" | "country" | "country_code" | "city" | "os" | "browser_name" | "suspicious" | "created_at"
  >,
) => ({
  id: row.id,
  ip: row.ip,
  country: row.country,
  country_code: row.country_code,
  city: row.city,
  os: row.os as (typeof operatingSystems)[number],
  browserName: row.browser_name as (typeof browserNames)[number],
  created_at: row.created_at.toISOString(),
  suspicious: row.suspicious as Suspicion[],
});

const createRowMapper =
  (timeZone: string) =>
  (row: ListedSignIn): Row => ({
    ...toSignIn(row),
    _created_at: displayDate(timeZone, row.created_at),
    user_id: row.user_id,
    name: row.name,
    role: row.role as Role,
    client_number: row.client_number,
  });

const ownOrder = "signIns";

/** A person's own sign-ins; the viewer's current session is marked. */
export async function listOwnSignIns(
  context: Context,
  userId: number,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Answer<Calls["listOwn"]>> {
  const { sessionId } = requireViewer(context);
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: ownOrder, key: "moment" },
    (start) => listUserSignIns(context.db, userId, { before: start.after, limit: start.limit }),
    (row) => [row.created_at, row.id],
  );
  return {
    signIns: rows.map((row) => ({ ...toSignIn(row), current: row.session_id === sessionId })),
    nextCursor,
  };
}
