/** Properties of any file: overlapping statements make one ledger, and written CSV can be read. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { statementColumns } from "./csv/statement.ts";
import type { FileEntry } from "./reading/parsed-file.ts";
import { cash, flex, trade } from "./testing/flex-fixtures.ts";
import { readStatement, reasons } from "./testing/reading.ts";
import { heldBy, imported, ledgerOf, type TestApp } from "./testing/uploads.ts";

let portal: TestApp;
let staff: TestUser;
beforeAll(async () => {
  portal = await createTestApp();
  staff = await portal.as("office");
});
afterAll(() => portal.close());

/** Rows of complete days, most with ids, some without, and some of those identical. */
const row = fc.record({
  day: fc.integer({ min: 10, max: 28 }).map((day) => `202401${day}`),
  kind: fc.constantFrom("buy", "deposit", "fee"),
  anonymous: fc.boolean(),
  size: fc.integer({ min: 1, max: 3 }),
});
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;

function written({ day, kind, anonymous, size }: Row, number: number): { day: string; trade?: string; cash?: string } {
  const id = anonymous ? undefined : String(number + 1);
  if (kind === "buy")
    return {
      day,
      trade: trade({
        quantity: size,
        dateTime: `${day};100000`,
        tradeDate: day,
        reportDate: day,
        tradeID: id,
        transactionID: id,
        ibOrderID: "1",
      }),
    };
  const type = kind === "deposit" ? "Deposits/Withdrawals" : "Other Fees";
  return {
    day,
    cash: cash({ type, amount: kind === "deposit" ? size : -size, dateTime: day, reportDate: day, transactionID: id }),
  };
}

const statement = (account: string, rows: ReturnType<typeof written>[]): string =>
  flex({
    account,
    from: "20240110",
    to: "20240128",
    Trades: rows.flatMap((one) => one.trade ?? []),
    CashTransactions: rows.flatMap((one) => one.cash ?? []),
  });

let made = 0;
async function client(): Promise<{ account: string; id: number }> {
  const account = `P${++made}`;
  return { account, id: (await portal.as("client", { clientNumber: account })).id };
}

test("two overlapping statements import the same ledger as one over the whole time", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 14 }),
      fc.integer({ min: 10, max: 28 }),
      fc.integer({ min: 10, max: 28 }),
      async (rows, one, other) => {
        const all = rows.map(written);
        const [from, to] = [Math.min(one, other), Math.max(one, other)].map((day) => `202401${day}`);
        const whole = await client();
        const parts = await client();
        await imported(staff, statement(whole.account, all));
        const early = all.filter(({ day }) => day <= (to as string));
        const late = all.filter(({ day }) => day >= (from as string));
        for (const part of [early, late]) if (part.length > 0) await imported(staff, statement(parts.account, part));
        const { db } = portal.services;
        expect(await ledgerOf(db, parts.id)).toEqual(await ledgerOf(db, whole.id));
        expect(await heldBy(db, parts.id)).toEqual(await heldBy(db, whole.id));
      },
    ),
    { numRuns: 12 },
  );
}, 60_000);

/** An entry as a row of our CSV. */
function csvRow(
  entry: FileEntry,
  instruments: Awaited<ReturnType<typeof readStatement>>["instruments"],
  clock: (time: string) => string,
): string {
  const paper = entry.instrument === undefined ? undefined : instruments[entry.instrument];
  const into = entry.counter?.instrument === undefined ? undefined : instruments[entry.counter.instrument];
  const cells: Record<string, string | undefined> = {
    account: entry.account,
    date: entry.day,
    time: entry.time && clock(entry.time),
    kind: entry.kind,
    isin: paper?.isin,
    ticker: paper?.ticker,
    name: paper?.name,
    quantity: entry.quantity,
    price: entry.price,
    currency: entry.currency,
    amount: entry.amount,
    fee: entry.fee,
    tax: entry.tax,
    cost: entry.cost,
    counter_isin: into?.isin,
    counter_ticker: into?.ticker,
    counter_quantity: entry.counter?.quantity,
    counter_currency: entry.counter?.currency,
    counter_amount: entry.counter?.amount,
    id: entry.externalId.replace(/^csv:/, ""),
    order: entry.orderId,
    description: entry.description,
  };
  return statementColumns.map((name) => `"${(cells[name] ?? "").replaceAll('"', '""')}"`).join(";");
}

const money = fc.integer({ min: 1, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2));
const csvEntry = fc.record({
  kind: fc.constantFrom("deposit", "buy", "dividend", "fx"),
  amount: money,
  quantity: fc.integer({ min: 1, max: 9999 }).map(String),
  time: fc.option(
    fc.integer({ min: 0, max: 86_399 }).map((second) => new Date(second * 1000).toISOString().slice(11, 19)),
    { nil: "" },
  ),
  day: fc.integer({ min: 10, max: 28 }).map((day) => `2024-01-${day}`),
  description: fc.string({ unit: fc.constantFrom("a", "Ж", '"', ";", ",", "\n", " ", "ł", "1"), maxLength: 12 }),
});

test("what is read of our CSV can be written again and means the same, fingerprints and all", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(csvEntry, { minLength: 1, maxLength: 20 }), async (rows) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const lines = rows.map(({ kind, amount, quantity, time, day, description }, index) => {
        const paper = kind === "buy" || kind === "dividend" ? "US0378331005,ACME" : ",";
        const size = kind === "buy" ? quantity : "";
        const counter = kind === "fx" ? `USD,${amount}` : ",";
        return `U1,${day},${time},${kind},${paper},${size},EUR,${kind === "buy" || kind === "fx" ? "-" : ""}${amount},${counter},${index},${quoted(description)}`;
      });
      const header =
        "account,date,time,kind,isin,ticker,quantity,currency,amount,counter_currency,counter_amount,id,description";
      const first = await readStatement([header, ...lines].join("\r\n"));
      expect(reasons(first)).toEqual([]);
      const sofia = (instant: string) =>
        new Date(instant).toLocaleTimeString("en-GB", { timeZone: "Europe/Sofia", hour12: false });
      const again = await readStatement(
        `\uFEFF${[statementColumns.join(";"), ...first.entries.map((entry) => csvRow(entry, first.instruments, sofia))].join("\n")}\n`,
      );
      expect(reasons(again)).toEqual([]);
      const bare = (entries: readonly FileEntry[]) =>
        entries.map(({ line: _line, ...entry }) => JSON.parse(JSON.stringify(entry)) as unknown);
      expect(bare(again.entries)).toEqual(bare(first.entries));
    }),
    { numRuns: 60 },
  );
});
