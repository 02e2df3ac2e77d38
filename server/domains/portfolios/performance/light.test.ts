/** Which performances need a worker thread: starting one takes longer than most of them. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { bookEntries } from "../ledger/writer.ts";
import { deposit } from "../testing/firm.ts";
import { computeDailyValues } from "./daily-values.ts";

let portal: TestApp;
const today = "2024-06-28";
beforeAll(async () => {
  portal = await createTestApp();
  portal.services.now = () => new Date(`${today}T12:00:00Z`);
});
afterAll(() => portal.close());

async function makeClient(firstDay: string) {
  const { services } = portal;
  const user = await portal.as("client", { clientNumber: `L-${firstDay}` });
  const holder = { holderType: "user" as const, holderId: user.id };
  await bookEntries(services.db, holder, [deposit(firstDay, "1000")]);
  await computeDailyValues(services, holder);
  const since = (from: string) =>
    user.client.portfolios.getPerformance({ params: { ...holder, from, to: today }, query: {} });
  return { holder, since };
}

test("stored days of many years are read without a thread, and few that wait for the job calculated; many are on one", async () => {
  const { services } = portal;
  const young = await makeClient("2022-01-03");
  const old = await makeClient("2004-01-02");
  const ancient = await makeClient("1994-01-03");
  const started = services.workers.threads();
  expect((await young.since("1970-01-01")).bridge).toMatchObject({ deposits: "1000.00", closing: "1000.00" });
  expect((await old.since("1970-01-01")).bridge).toMatchObject({ deposits: "1000.00", closing: "1000.00" });
  const late = { ...deposit(addDays(today, -10), "5"), externalId: "late" };
  await bookEntries(services.db, old.holder, [late]);
  expect((await old.since("1970-01-01")).bridge).toMatchObject({ deposits: "1005.00", closing: "1005.00" });
  expect(services.workers.threads()).toBe(started);

  await bookEntries(services.db, old.holder, [{ ...deposit("2010-01-11", "5"), externalId: "very late" }]);
  expect((await old.since("2024-01-01")).bridge).toMatchObject({ opening: "1005.00", closing: "1010.00" });
  expect(services.workers.threads()).toBe(started + 1);
  await services.workers.close();
  await expect(ancient.since("1970-01-01")).rejects.toMatchObject({ code: "unavailable" });
  expect((await ancient.since("2004-01-01")).bridge).toMatchObject({ closing: "1000.00" });
});
