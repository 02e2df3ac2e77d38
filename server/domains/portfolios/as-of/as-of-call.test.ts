/** The call of staff: who may ask, what is refused, and what they receive. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCustodianServer } from "../../../demo/custodian-server.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { codeOf } from "../../../testing/effects.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { bookEntries } from "../ledger/writer.ts";
import { linkCustodian } from "../portfolios.ts";
import { deposit } from "../testing/firm.ts";

let portal: TestApp;
let internal: TestUser;
let client: TestUser;
let today: string;
/** A time before anything was known. */
let early: string;

beforeAll(async () => {
  portal = await createTestApp();
  early = new Date(Date.now() - 60_000).toISOString();
  internal = await portal.as("internal");
  client = await portal.as("client", { clientNumber: "AS-1" });
  ({ today } = await firmDay(portal.services.db, portal.services.now()));
  await bookEntries(portal.services.db, of(client), [deposit("2026-01-05", "100"), deposit("2026-02-05", "30")]);
});
afterAll(() => portal.close());

const of = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
const ask = (user: TestUser, day: string, known?: string, about = client) =>
  user.client.portfolios.getAsOf({ params: { ...of(about), day }, query: { known } });

test("staff see the portfolio of a day as known now, with the time that gives the same again", async () => {
  const now = await ask(internal, "2026-01-31");
  expect(now).toMatchObject({
    currentValue: 100,
    netDeposits: 100,
    valuationDay: "2026-01-31",
    firstDay: "2026-01-05",
    instruments: [{ ticker: "EUR", ownedShares: 100 }],
  });
  await bookEntries(portal.services.db, of(client), [{ ...deposit("2026-01-20", "7"), externalId: "late" }]);
  expect(await ask(internal, "2026-01-31", now.known)).toEqual(now);
  const later = await ask(internal, "2026-01-31");
  expect(later).toMatchObject({ currentValue: 107 });
  expect(later.known > now.known).toBe(true);
  const { version: _version, ...shown } = await internal.client.portfolios.getPortfolio({ params: of(client) });
  expect(await ask(internal, today)).toMatchObject(shown);
});

test("before the first entry nothing is held, and before the import nothing was known", async () => {
  expect(await ask(internal, "2026-01-04")).toMatchObject({ currentValue: 0, instruments: [], firstDay: "2026-01-05" });
  const unknown = await ask(internal, "2026-01-31", early);
  expect(unknown).toMatchObject({ currentValue: 0, instruments: [], firstDay: null });
  expect((unknown.firstKnown ?? "") > early).toBe(true);
});

test("a day or a time that has not come yet is refused, and so is what is none", async () => {
  const fieldsOf = (call: Promise<unknown>) =>
    call.then(
      () => [],
      ({ errors }: { errors: object[] }) => errors,
    );
  expect(await fieldsOf(ask(internal, addDays(today, 1)))).toEqual([{ path: "day", code: "inFuture" }]);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect(await fieldsOf(ask(internal, today, tomorrow))).toEqual([{ path: "known", code: "inFuture" }]);
  for (const [day, known] of [
    ["2026-02-30", undefined],
    [today, "yesterday"],
    [today, "2026-11-20"],
  ] as const)
    expect(await codeOf(ask(internal, day, known))).toBe("badInput");
});

test("only staff ask, and it is in the log of accesses; a client without a number has no portfolio", async () => {
  expect(await codeOf(ask(client, today))).toBe("forbidden");
  expect(await codeOf(ask(internal, today, undefined, await portal.as("client")))).toBe("noClientNumber");
  const { rows } = await sql<{ after: unknown }>`
    select after from audit_entry where subject_type = 'user' and subject_id = ${String(client.id)}
      and action = 'holder.accessedByStaff'`.execute(portal.database.db);
  expect(rows.map(({ after }) => after)).toContainEqual({ call: "portfolios.getAsOf" });
});

test("in view-as it is staff's question all the same, logged with the look", async () => {
  const { viewAsId } = await internal.client.viewAs.begin({
    params: of(client),
    body: { reason: "They called about March" },
  });
  const { statusCode } = await portal.app.inject({
    url: `/portfolio/user/${client.id}/as-of/2026-01-31`,
    headers: { authorization: `Bearer ${internal.token}`, "x-view-as": String(viewAsId) },
  });
  expect(statusCode).toBe(200);
  const { rows } = await sql<{ after: unknown }>`
    select after from audit_entry where subject_id = ${String(client.id)} and action = 'holder.accessedByStaff'
      and after->>'viewAsId' = ${String(viewAsId)}`.execute(portal.database.db);
  expect(rows).not.toEqual([]);
});

test("a custodian's system does not say what was known when", async () => {
  const server = await startCustodianServer({ accounts: {} });
  const other = await portal.as("client", { clientNumber: "AS-2" });
  await linkCustodian(portal.services.db, of(other), server.baseUrl);
  expect(await codeOf(ask(internal, today, undefined, other))).toBe("ledgerElsewhere");
  await server.close();
});
