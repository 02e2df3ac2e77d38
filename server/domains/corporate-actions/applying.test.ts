/** Corporate actions applied to all holders and undone: ledgers to the cent, each once, whatever interrupts it. */
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, subjectOf } from "../../testing/effects.ts";
import type { NewEntry } from "../portfolios/ledger/entries.ts";
import { listCash, listPositions } from "../portfolios/ledger/holdings.queries.ts";
import { verifyLedgers } from "../portfolios/ledger/verification.ts";
import { bookEntries } from "../portfolios/ledger/writer.ts";
import { buy, deposit, entry, makeClient, makeInstruments, sell } from "../portfolios/testing/firm.ts";
import { applied, confirmed, getAction, previewed, sharesOf, start, stated, work } from "./testing/arranged.ts";
import { workOnActionRun } from "./working.ts";

let app: TestApp;
let office: TestUser;
let other: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  other = await app.as("office", { name: "Otto Office" });
});
afterAll(() => app.close());

let tickers = 0;
const instrument = async (): Promise<number> => {
  tickers += 1;
  const name = `T${tickers}`;
  return (await makeInstruments(app.database.db, { [name]: "EUR" }))[name] ?? 0;
};
/** A client who bought units of an instrument at 10 each, on the first day of 2025. */
async function holding(instrumentId: number, units: string, more: readonly NewEntry[] = []): Promise<Holder> {
  const { db } = app.database;
  const { holderType, holderId } = await makeClient(db);
  const cost = new Decimal(units).times(10);
  const holder = { holderType, holderId };
  await bookEntries(db, holder, [
    deposit("2025-01-02", cost.plus(1000).toFixed()),
    buy("2025-01-03", instrumentId, units, cost.neg().toFixed()),
    ...more,
  ]);
  return holder;
}
async function stateOf(holder: Holder) {
  const { db } = app.database;
  const positions = (await listPositions(db, holder)).map(({ instrumentId, quantity, state }) => ({
    instrumentId,
    quantity,
    cost: state.cost,
    realised: state.realisedBase,
  }));
  return { positions, cash: (await listCash(db, holder)).map(({ currency, amount }) => [currency, amount]) };
}
const euro = (perUnit: string) => ({ perUnit, currency: "EUR" });

test("a dividend reaches who held at the close before the ex-day, once, with audit and totals", async () => {
  const acme = await instrument();
  const held = await holding(acme, "37");
  const late = await holding(acme, "5", [buy("2025-05-05", acme, "100", "-900")]);
  const gone = await holding(acme, "8", [sell("2025-05-04", acme, "8", "90")]);
  const id = await confirmed(office, stated(acme, { terms: { cash: euro("0.235"), taxRate: "19" } }));
  const runId = await previewed(app, office, id);
  const preview = await getAction(office, id);
  expect(preview.runs[0]).toMatchObject({ state: "previewed", counts: { ready: 2 } });
  // 37 × 0.235 = 8.695 → 8.70 less 1.65; 5 × 0.235 = 1.175 → 1.18 less 0.22.
  expect(preview.runs[0]?.totals).toMatchObject({
    units: "42",
    cash: [{ currency: "EUR", gross: "9.88", tax: "1.87", net: "8.01" }],
  });
  expect(await stateOf(held), "a preview books nothing").toMatchObject({ cash: [["EUR", "1000"]] });
  await start(office, id, runId);
  await work(app);
  expect((await getAction(office, id)).state).toBe("applied");
  expect((await stateOf(held)).cash).toEqual([["EUR", "1007.05"]]);
  expect((await stateOf(late)).cash).toEqual([["EUR", "100.96"]]);
  expect((await stateOf(gone)).cash).toEqual([["EUR", "1090"]]);
  expect(await auditOf(app, subjectOf(held), "corporateAction.booked")).toMatchObject([
    { after: { action: id, units: "37", entries: 1 } },
  ]);
  expect((await sharesOf(office, id, runId)).map(({ state, units }) => [state, units])).toEqual([
    ["booked", "37"],
    ["booked", "5"],
  ]);
  // Applied again, it finds nobody.
  const again = await previewed(app, office, id);
  expect(await sharesOf(office, id, again)).toEqual([]);
});

test("each type changes units, cost and gain as its terms say, and undoing restores every figure", async () => {
  const [old, fresh] = [await instrument(), await instrument()];
  const cases = [
    {
      terms: { ratio: { from: "2", into: "7" }, fractions: "cash", price: euro("9.31") },
      type: "split",
      // 52.5 → 52 units; 4.66 returned of the cost of 150.
      after: { positions: [{ quantity: "52", cost: "145.34" }], cash: [["EUR", "1004.66"]] },
    },
    {
      type: "spinOff",
      terms: { ratio: { from: "4", into: "1" }, target: fresh, costShare: "20", fractions: "cash", price: euro("8") },
      // 3.75 units with 30 of cost; 0.75 of them sold for 6, at a cost of 6.
      after: {
        positions: [
          { quantity: "15", cost: "120" },
          { quantity: "3", cost: "24", realised: "0" },
        ],
        cash: [["EUR", "1006"]],
      },
    },
    {
      type: "merger",
      terms: { ratio: { from: "3", into: "2" }, target: fresh, cash: euro("1.1") },
      // 16.50 in cash reduce the cost that moves.
      after: {
        positions: [{ quantity: "0" }, { quantity: "10", cost: "133.5" }],
        cash: [["EUR", "1016.5"]],
      },
    },
    {
      type: "redemption",
      terms: { cash: euro("12") },
      after: { positions: [{ quantity: "0", realised: "30" }], cash: [["EUR", "1180"]] },
    },
    {
      type: "returnOfCapital",
      terms: { cash: euro("0.4") },
      after: { positions: [{ quantity: "15", cost: "144" }], cash: [["EUR", "1006"]] },
    },
    {
      type: "stockDividend",
      terms: { ratio: { from: "10", into: "1" } },
      after: { positions: [{ quantity: "16", cost: "150" }], cash: [["EUR", "1000"]] },
    },
  ] as const;
  for (const { type, terms, after } of cases) {
    const paper = type === "spinOff" || type === "merger" ? old : await instrument();
    const holder = await holding(paper, "15");
    const before = await stateOf(holder);
    const exDay = type === "merger" ? "2025-06-05" : "2025-05-05";
    const id = await confirmed(office, stated(paper, { type, exDay, payDay: "2025-06-20", terms }));
    await applied(app, office, id);
    expect(await stateOf(holder), type).toMatchObject(after);
    await applied(app, office, id, "undo");
    expect((await getAction(office, id)).state).toBe("undone");
    const restored = await stateOf(holder);
    expect(
      { ...restored, positions: restored.positions.filter(({ quantity }) => quantity !== "0") },
      `${type} undone`,
    ).toEqual(before);
  }
  expect((await verifyLedgers(app.database.db)).faults).toEqual([]);
});

test("undone, it can be corrected, confirmed and applied again", async () => {
  const acme = await instrument();
  const holder = await holding(acme, "10");
  const body = stated(acme, { terms: { cash: euro("1") } });
  const id = await confirmed(office, body);
  await applied(app, office, id);
  await applied(app, office, id, "undo");
  const { version } = await getAction(office, id);
  await office.client.corporateActions.change({
    params: { id },
    body: { ...body, terms: { ...body.terms, cash: euro("1.5") }, version, reason: "The issuer corrected it" },
  });
  const corrected = await getAction(office, id);
  await office.client.corporateActions.confirm({ params: { id }, body: { version: corrected.version } });
  await applied(app, office, id);
  expect((await stateOf(holder)).cash).toEqual([["EUR", "1015"]]);
  expect((await getAction(office, id)).versions.map(({ state }) => state)).toEqual(
    [
      "announced",
      "confirmed",
      "applying",
      "applied",
      "undoing",
      "undone",
      "announced",
      "confirmed",
      "applying",
      "applied",
    ].toReversed(),
  );
});

test("undoing after a later sale of the units is refused with the sale, and nobody is undone", async () => {
  const acme = await instrument();
  const keeps = await holding(acme, "10");
  const sells = await holding(acme, "10");
  const id = await confirmed(office, stated(acme, { type: "split", terms: { ratio: { from: "1", into: "2" } } }));
  await applied(app, office, id);
  await bookEntries(app.database.db, sells, [sell("2025-07-01", acme, "15", "80")]);
  const runId = await previewed(app, office, id, "undo");
  const shares = await sharesOf(office, id, runId);
  expect(shares.map(({ state, reason, detail }) => [state, reason, detail])).toEqual([
    ["ready", null, null],
    ["refused", "soldSince", "sell 2025-07-01 -15"],
  ]);
  expect(await codeOf(start(office, id, runId))).toBe("stateConflict");
  expect((await getAction(office, id)).state).toBe("applied");
  expect((await stateOf(keeps)).positions).toMatchObject([{ quantity: "20" }]);
});

test("a sale between the preview of an undoing and its start undoes nobody either", async () => {
  const acme = await instrument();
  const keeps = await holding(acme, "10");
  const sells = await holding(acme, "10");
  const id = await confirmed(office, stated(acme, { type: "split", terms: { ratio: { from: "1", into: "2" } } }));
  await applied(app, office, id);
  const runId = await previewed(app, office, id, "undo");
  await bookEntries(app.database.db, sells, [sell("2025-07-01", acme, "15", "80")]);
  await start(office, id, runId);
  await work(app);
  const { state, runs } = await getAction(office, id);
  expect(state).toBe("applied");
  expect(runs.find(({ kind }) => kind === "undo")).toMatchObject({
    state: "blocked",
    counts: { ready: 1, refused: 1 },
  });
  expect((await sharesOf(office, id, runId))[1]).toMatchObject({ detail: "sell 2025-07-01 -15" });
  expect((await stateOf(keeps)).positions).toMatchObject([{ quantity: "20" }]);
});

test("what a file booked already is not booked again; what may be it waits for a person", async () => {
  const acme = await instrument();
  const paid = (day: string, amount: string) =>
    entry({ kind: "dividend", day, instrumentId: acme, currency: "EUR", amount });
  const known = await holding(acme, "10", [paid("2025-05-21", "8.1")]);
  const unclear = await holding(acme, "10", [paid("2025-05-19", "4.2")]);
  const earlier = await holding(acme, "10", [paid("2025-02-20", "9")]);
  const id = await confirmed(office, stated(acme, { terms: { cash: euro("0.9"), taxRate: "10" } }));
  const runId = await previewed(app, office, id);
  expect((await sharesOf(office, id, runId)).map(({ state, found }) => [state, found?.amount ?? null])).toEqual([
    ["known", "8.1"],
    ["unclear", "4.2"],
    ["ready", null],
  ]);
  expect(await codeOf(start(office, id, runId))).toBe("questionsOpen");
  const decide = (holder: Holder, decision: "book" | "leaveOut") =>
    office.client.corporateActions.decide({
      params: { id, runId, ...holder },
      body: { decision, reason: "Looked up" },
    });
  await decide(unclear, "book");
  await work(app);
  await start(office, id, runId);
  await work(app);
  expect((await stateOf(known)).cash).toEqual([["EUR", "1008.1"]]);
  expect((await stateOf(unclear)).cash).toEqual([["EUR", "1012.3"]]);
  expect((await stateOf(earlier)).cash).toEqual([["EUR", "1017.1"]]);
  expect(await codeOf(decide(known, "book")), "once it is done").toBe("stateConflict");
});

test("an entry that is booked between preview and start changes what was shown: that holder is refused", async () => {
  const acme = await instrument();
  const changed = await holding(acme, "10");
  const steady = await holding(acme, "10");
  const id = await confirmed(office, stated(acme, { type: "redemption", terms: { cash: euro("11") } }));
  const runId = await previewed(app, office, id);
  await bookEntries(app.database.db, changed, [sell("2025-04-01", acme, "4", "40")]);
  await start(office, id, runId);
  await work(app);
  expect((await sharesOf(office, id, runId)).map(({ state }) => state)).toEqual(["refused", "booked"]);
  expect((await stateOf(steady)).cash).toEqual([["EUR", "1110"]]);
  // The holder is tried again by a further run, with the units of now.
  await applied(app, office, id);
  expect((await stateOf(changed)).cash).toEqual([["EUR", "1106"]]);
});

test("two people start at once, and a process dies in the middle: everybody is booked once", async () => {
  const acme = await instrument();
  const holders: Holder[] = [];
  for (let count = 0; count < 25; count += 1) holders.push(await holding(acme, "10"));
  const id = await confirmed(office, stated(acme, { terms: { cash: euro("1") } }));
  const runId = await previewed(app, office, id);
  expect(await Promise.all([start(office, id, runId), start(other, id, runId)])).toEqual([
    { done: true },
    { done: true },
  ]);
  // One that dies: its claims hold, and what it booked is there.
  await sql`
    update corporate_action_holder set claimed_until = now() + interval '1 hour' where run_id = ${runId} and holder_id = ${holders[3]?.holderId}`.execute(
    app.database.db,
  );
  await Promise.all([workOnActionRun(app.services, runId), workOnActionRun(app.services, runId)]);
  expect((await getAction(office, id)).runs[0]).toMatchObject({ state: "booking", counts: { booked: 24, ready: 1 } });
  await sql`update corporate_action_holder set claimed_until = now() where run_id = ${runId}`.execute(app.database.db);
  await work(app);
  expect((await getAction(office, id)).state).toBe("applied");
  for (const holder of holders) expect((await stateOf(holder)).cash).toEqual([["EUR", "1010"]]);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger_entry where external_id like ${`action:${id}:%`}`.execute(
    app.database.db,
  );
  expect(rows).toEqual([{ count: 25 }]);
});

test("whatever is held, what is booked is terms × units, and undoing restores all holdings exactly", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 9999 }),
      fc.constantFrom("cashDividend" as const, "redemption" as const),
      async (held, thousandths, type) => {
        const paper = await instrument();
        const perUnit = new Decimal(thousandths).div(100).toFixed();
        const holders: Holder[] = [];
        for (const units of held) holders.push(await holding(paper, String(units)));
        const before = await Promise.all(holders.map(stateOf));
        const id = await confirmed(office, stated(paper, { type, terms: { cash: euro(perUnit) } }));
        await applied(app, office, id);
        const paid = await Promise.all(
          holders.map(async (holder) => new Decimal((await stateOf(holder)).cash[0]?.[1] ?? 0).minus(1000)),
        );
        const sum = paid.reduce((all, one) => all.plus(one), new Decimal(0));
        const units = held.reduce((all, one) => all + one, 0);
        expect(sum.eq(new Decimal(perUnit).times(units))).toBe(true);
        await applied(app, office, id, "undo");
        expect(await Promise.all(holders.map(stateOf))).toEqual(before);
      },
    ),
    { numRuns: 6 },
  );
});
