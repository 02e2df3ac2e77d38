/** Notices of falls through the portal: the worked check, deposits and withdrawals, weekends, missing prices, corrections, who is told. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, subjectOf } from "../../../testing/effects.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { buy, deposit, entry, makeInstruments, price, rate, sell } from "../../portfolios/testing/firm.ts";
import { arrangeMandate } from "../testing/arranged.ts";
import { firmCalendar } from "./business-days.ts";
import { checkHolder, listDue } from "./falls.ts";

let app: TestApp;
let office: TestUser;
let client: TestUser;
let own: Holder;
let fund: number;
let made = 0;
const mails: { to: string; template: { name: string }; params: Record<string, unknown> }[] = [];

beforeAll(async () => {
  app = await createTestApp();
  app.services.mail.send = async (_trx, { to, template, params }) =>
    void mails.push({ to, template, params: { ...params } });
  office = await app.as("office", { name: "Olga Office" });
});
afterAll(() => app.close());
beforeEach(async () => {
  mails.length = 0;
  made += 1;
  client = await app.as("client", { clientNumber: `F${made}` });
  own = { holderType: "user", holderId: client.id };
  await office.client.users.assign({ params: { id: client.id }, body: { admin_id: office.id } });
  fund = (await makeInstruments(app.database.db, { [`FUND${made}`]: "EUR" }))[`FUND${made}`] ?? 0;
  await arrangeMandate(app.database.db, own);
  // 1,000 units at 100 on the last day of the second quarter: 100,000 in all.
  await bookEntries(app.services.db, own, [
    deposit("2026-06-01", "100000"),
    buy("2026-06-01", fund, "1000", "-100000"),
  ]);
  await price(app.database.db, fund, "2026-06-30", "100");
});

/** The look at the evening of a day, or at another time of it. */
const look = (day: string, time = "19:30") =>
  checkHolder({ ...app.services, now: () => new Date(`${day}T${time}:00+03:00`) }, own);
const priced = (day: string, value: string) => price(app.database.db, fund, day, value);
const noticesOf = async () =>
  (await office.client.mandates.listNotices({ params: own, query: {} })).notices
    .toReversed()
    .map(({ threshold, reached, due }) => [threshold, reached.slice(5), due.slice(5)]);

test("the worked check: 95,000 no; 90,000 yes; 92,000, 89,999.99 no; 79,000 and 69,999 yes; each once", async () => {
  const values = { "07-01": "95", "07-02": "90", "07-03": "92", "07-06": "89.99999", "07-07": "79", "07-08": "69.999" };
  for (const [day, value] of Object.entries(values)) {
    await priced(`2026-${day}`, value);
    await look(`2026-${day}`);
    await look(`2026-${day}`, "22:30");
  }
  expect(await noticesOf()).toEqual([
    [10, "07-02", "07-02"],
    [20, "07-07", "07-07"],
    [30, "07-08", "07-08"],
  ]);
  const { notices } = await office.client.mandates.listNotices({ params: own, query: {} });
  expect(notices[0]).toMatchObject({
    base: "100000.00",
    value: "69999.00",
    fall: "30.00",
    periodFrom: "2026-07-01",
    currency: "EUR",
  });
});

test("straight to 78,000: one notice of 20 %, to the client by mail without amounts, and to the adviser", async () => {
  await priced("2026-07-01", "78");
  await look("2026-07-01");
  expect(await noticesOf()).toEqual([[20, "07-01", "07-01"]]);
  const [mail] = mails;
  expect(mails).toHaveLength(1);
  expect(mail?.params).toMatchObject({ type: "fall_notice", asked: "20", day: "2026-07-01" });
  expect(JSON.stringify(mail?.params)).not.toMatch(/78000|100000/);
  expect(String(mail?.params["link"])).toContain("/falls?company=0");
  expect((await client.client.notifications.listOfUser({ params: { id: client.id } })).map(({ type }) => type)).toEqual(
    ["fall_notice"],
  );
  const news = await office.client.notifications.listOfUser({ params: { id: office.id } });
  expect(news[0]).toMatchObject({ type: "client_fall", params: { name: client.name, percent: "20" } });
  expect(await auditOf(app, subjectOf(own), "fall.told")).toMatchObject([
    { after: { threshold: 20, reached: "2026-07-01" } },
  ]);
});

test("a withdrawal is no fall, and added cash counts once it is invested", async () => {
  await bookEntries(app.services.db, own, [
    sell("2026-07-01", fund, "500", "50000"),
    entry({ kind: "withdrawal", day: "2026-07-01", amount: "-50000", currency: "EUR" }),
  ]);
  await priced("2026-07-01", "96");
  await look("2026-07-01");
  expect(await noticesOf()).toEqual([]);
  // 48,000 of 50,000; 20,000 more in cash does not hide the fall to 45,000.
  await bookEntries(app.services.db, own, [deposit("2026-07-02", "20000")]);
  await priced("2026-07-02", "90");
  await look("2026-07-02");
  expect(await noticesOf()).toEqual([[10, "07-02", "07-02"]]);
  const { notices } = await office.client.mandates.listNotices({ params: own, query: {} });
  expect(notices[0]).toMatchObject({ base: "50000.00", value: "45000.00" });
});

test("what falls over a weekend is told at the close of Monday, also if the value has recovered", async () => {
  await priced("2026-07-04", "89");
  await look("2026-07-04");
  await look("2026-07-05");
  expect(await noticesOf()).toEqual([]);
  await priced("2026-07-06", "99");
  await look("2026-07-06", "17:00");
  expect(await noticesOf()).toEqual([]);
  await look("2026-07-06");
  expect(await noticesOf()).toEqual([[10, "07-04", "07-06"]]);
});

test("what falls on the last day of a quarter without business is told on the first business day of the next", async () => {
  // 31 October 2026 is a Saturday; of a monthly mandate.
  await arrangeMandate(app.database.db, own, { from: "2026-10-01", leverage: true, frequency: "month" });
  await priced("2026-10-31", "88");
  await look("2026-11-01");
  expect(await noticesOf()).toEqual([]);
  await priced("2026-11-02", "88");
  await look("2026-11-02");
  expect(await noticesOf()).toEqual([[10, "10-31", "11-02"]]);
});

test("the next period begins anew, and who is not managed is not told", async () => {
  await priced("2026-07-01", "90");
  await look("2026-07-01");
  await priced("2026-09-30", "90");
  await priced("2026-10-01", "82");
  await look("2026-10-01");
  expect(await noticesOf()).toEqual([[10, "07-01", "07-01"]]);
  await priced("2026-10-02", "81");
  await look("2026-10-02");
  expect(await noticesOf()).toEqual([
    [10, "07-01", "07-01"],
    [10, "10-02", "10-02"],
  ]);
  await arrangeMandate(app.database.db, own, { from: "2026-10-05", service: "advice" });
  await priced("2026-10-05", "40");
  await look("2026-10-05");
  expect(await noticesOf()).toHaveLength(2);
});

test("a price that comes later tells what was missed; a corrected one leaves the notice as it was", async () => {
  await priced("2026-07-01", "95");
  await look("2026-07-01");
  await price(app.database.db, fund, "2026-07-01", "89", "late file");
  await look("2026-07-02", "08:30");
  expect(await noticesOf()).toEqual([[10, "07-01", "07-01"]]);
  const before = (await office.client.mandates.listNotices({ params: own, query: {} })).notices[0];
  await price(app.database.db, fund, "2026-07-01", "99", "correction");
  await look("2026-07-02");
  const { notices } = await office.client.mandates.listNotices({ params: own, query: {} });
  expect(notices).toEqual([before]);
  await price(app.database.db, fund, "2026-07-02", "79", "another correction");
  await look("2026-07-02", "22:10");
  expect(await noticesOf()).toEqual([
    [10, "07-01", "07-01"],
    [20, "07-02", "07-02"],
  ]);
});

test("a missing price is named to the adviser once and on staff's page; with it, what was reached is told", async () => {
  const dark = (await makeInstruments(app.database.db, { [`DARK${made}`]: "USD" }))[`DARK${made}`] ?? 0;
  await bookEntries(app.services.db, own, [
    entry({ kind: "transferIn", day: "2026-07-01", instrumentId: dark, quantity: "10", amount: "0", currency: "USD" }),
  ]);
  await priced("2026-07-01", "85");
  await look("2026-07-01");
  await look("2026-07-02");
  expect(await noticesOf()).toEqual([]);
  const { holders } = await office.client.mandates.listUnknownFalls();
  const named = holders.find(({ holderId }) => holderId === own.holderId);
  expect(named?.days.map(({ day }) => day)).toEqual(["2026-07-01", "2026-07-02"]);
  expect(named?.days[0]?.missing.join()).toMatch(/DARK|USD/);
  const news = await office.client.notifications.listOfUser({ params: { id: office.id } });
  expect(
    news.filter(({ type, params }) => type === "client_fall_unknown" && params["name"] === client.name),
  ).toHaveLength(1);
  await price(app.database.db, dark, "2026-07-01", "10");
  await rate(app.database.db, "USD", "2026-06-30", "1.25");
  await look("2026-07-02", "22:30");
  // 85,000 and 80 of 100,000 and 80.
  expect(await noticesOf()).toEqual([[10, "07-01", "07-01"]]);
  expect(
    (await office.client.mandates.listUnknownFalls()).holders.some(({ holderId }) => holderId === own.holderId),
  ).toBe(false);
});

test("what was due before the mandate was recorded is not told", async () => {
  client = await app.as("client", { clientNumber: `L${made}` });
  own = { holderType: "user", holderId: client.id };
  await arrangeMandate(app.database.db, own, { from: "2020-01-01", at: "2026-07-02T08:00:00Z" });
  await bookEntries(app.services.db, own, [
    deposit("2026-06-01", "100000"),
    buy("2026-06-01", fund, "1000", "-100000"),
  ]);
  await priced("2026-07-01", "85");
  await look("2026-07-02");
  expect(await noticesOf()).toEqual([]);
  await priced("2026-07-03", "80");
  await look("2026-07-03");
  expect(await noticesOf()).toEqual([[20, "07-03", "07-03"]]);
});

test("the client's look is recorded once, staff's never", async () => {
  await priced("2026-07-01", "90");
  await look("2026-07-01");
  const openedAt = async (who: TestUser) =>
    (await who.client.mandates.listNotices({ params: own, query: {} })).notices[0]?.openedAt ?? null;
  expect(await openedAt(office)).toBeNull();
  await openedAt(client);
  const opened = await openedAt(office);
  expect(opened).not.toBeNull();
  await openedAt(client);
  expect(await openedAt(office)).toBe(opened);
  const { notices } = await office.client.mandates.listAllNotices({ query: {} });
  expect(notices[0]).toMatchObject({
    holderId: own.holderId,
    name: client.name,
    adviser: "Olga Office",
    openedAt: opened,
  });
});

test("leveraged instruments of a retail client each by itself, from what was paid; not of a professional", async () => {
  client = await app.as("client", { clientNumber: `R${made}` });
  own = { holderType: "user", holderId: client.id };
  const turbo = (await makeInstruments(app.database.db, { [`TURBO${made}`]: "USD" }))[`TURBO${made}`] ?? 0;
  // Stated before the falls.
  await sql`
    insert into instrument_leverage (instrument_id, leveraged, recorded_at) values (${turbo}, true, '2026-06-01')`.execute(
    app.database.db,
  );
  await bookEntries(app.services.db, own, [
    deposit("2026-06-10", "100000"),
    buy("2026-07-01", turbo, "100", "-1001", { currency: "USD", fee: "1" }),
    buy("2026-07-02", turbo, "100", "-900", { currency: "USD" }),
    sell("2026-07-03", turbo, "50", "400", { currency: "USD" }),
  ]);
  for (const [day, value] of [
    ["01", "10"],
    ["02", "9"],
    ["03", "8.5"],
    ["06", "7.59"],
  ] as const)
    await price(app.database.db, turbo, `2026-07-${day}`, value);
  await look("2026-07-06");
  // 1,900 paid, three quarters left: 1,425; 150 at 8.50 = 1,275 is 10.5 % less, at 7.59 = 1,138.50 20.1 %.
  const { notices } = await office.client.mandates.listNotices({ params: own, query: {} });
  expect(
    notices
      .toReversed()
      .map(({ threshold, reached, base, value, currency }) => [threshold, reached, base, value, currency]),
  ).toEqual([
    [10, "2026-07-03", "1425.00", "1275.00", "USD"],
    [20, "2026-07-06", "1425.00", "1138.50", "USD"],
  ]);
  await arrangeMandate(app.database.db, own, { from: "2026-07-07", category: "professional", service: "execution" });
  await price(app.database.db, turbo, "2026-07-07", "1");
  await look("2026-07-07");
  expect((await office.client.mandates.listNotices({ params: own, query: {} })).notices).toHaveLength(2);
});

test("each holder is due once in a round, and rounds follow the firm's hours", async () => {
  const at = (day: string, time: string) => ({ ...app.services, now: () => new Date(`${day}T${time}:00+03:00`) });
  const isDue = async (day: string, time: string) =>
    (await listDue(at(day, time))).some(({ holderId }) => holderId === own.holderId);
  expect(await isDue("2026-07-01", "07:00")).toBe(false);
  expect(await isDue("2026-07-01", "08:10")).toBe(true);
  await look("2026-07-01", "08:10");
  expect(await isDue("2026-07-01", "09:00")).toBe(false);
  expect(await isDue("2026-07-01", "19:30")).toBe(true);
  const hours = {
    country: "BG",
    ownDays: [],
    week: { mon: [{ from: "09:00", to: "18:00" }], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] },
  } as const;
  const calendar = firmCalendar(hours, "Europe/Sofia");
  expect(calendar.closedAt(new Date("2026-07-06T14:00:00Z"))).toMatchObject({ closed: "2026-07-05" });
  expect(calendar.closedAt(new Date("2026-07-06T15:00:00Z"))).toMatchObject({
    closed: "2026-07-06",
    round: "2026-07-06 close",
  });
  expect(calendar.isBusinessDay("2026-07-07")).toBe(false);
});
