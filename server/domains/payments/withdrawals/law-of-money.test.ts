/**
 * The law of money, over random histories on two processes: what withdrawals reserve and what was paid never exceed the
 * cash, every reservation ends in exactly one of posted, voided, expired, and none ends unasked while a booked payment may
 * be its own.
 */
import { Decimal } from "@portico/ledger/decimal.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { deposit, entry } from "../../portfolios/testing/firm.ts";
import { matchPayments } from "../matching/matching.ts";
import { referenceOfWithdrawal } from "../matching/reference-formats.ts";
import { boundToWish, type Payer, payer, sessionWithCode, setWithdrawalFee } from "../testing/payments.ts";
import { expireWithdrawals } from "./expiry.ts";

let app: TestApp;
let second: Awaited<ReturnType<TestApp["another"]>>;
let office: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  second = await app.another();
  office = await app.as("office");
  await setWithdrawalFee(app, { value: fee });
});
afterAll(async () => {
  await second.close();
  await app.close();
});

type Step =
  | { do: "ask"; sum: number }
  | {
      do:
        | "cancel"
        | "decline"
        | "order"
        | "undo"
        | "expire"
        | "return"
        | "pay"
        | "payPart"
        | "payBoth"
        | "fee"
        | "match"
        | "payEarly"
        | "payQuietly";
      which: number;
    }
  | { do: "deposit"; sum: number };

/** Of every withdrawal. */
const fee = "2.5";
const which = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("ask" as const), sum: fc.integer({ min: 1, max: 70 }) }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "cancel",
        "decline",
        "order",
        "undo",
        "expire",
        "return",
        "pay",
        "payPart",
        "payBoth",
        "fee",
        "match",
        "payEarly",
      ),
      which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("payQuietly" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deposit" as const), sum: fc.integer({ min: 1, max: 50 }) }) },
);

const everyEnd: Step[] = [
  { do: "ask", sum: 50 },
  { do: "order", which: 0 },
  { do: "pay", which: 0 },
  { do: "match", which: 0 },
  { do: "fee", which: 0 },
  { do: "match", which: 0 },
  { do: "ask", sum: 10 },
  { do: "cancel", which: 1 },
  { do: "ask", sum: 10 },
  { do: "expire", which: 2 },
  // Paid, and its fee is never booked.
  { do: "ask", sum: 10 },
  { do: "order", which: 3 },
  { do: "pay", which: 3 },
  { do: "match", which: 3 },
  { do: "expire", which: 3 },
  // Paid with its fee by one entry.
  { do: "ask", sum: 10 },
  { do: "order", which: 4 },
  { do: "payBoth", which: 4 },
  { do: "match", which: 4 },
  // Paid in part, and returned by the bank as for the rest.
  { do: "ask", sum: 10 },
  { do: "order", which: 5 },
  { do: "decline", which: 5 },
  { do: "payPart", which: 5 },
  { do: "undo", which: 5 },
  { do: "payPart", which: 5 },
  { do: "return", which: 5 },
  // What staff undid is not matched again without them.
  { do: "undo", which: 0 },
  { do: "match", which: 0 },
  { do: "ask", sum: 10 },
  // Paid before it was ordered, in part; nobody but staff can end it.
  { do: "payEarly", which: 6 },
  { do: "cancel", which: 6 },
  { do: "expire", which: 6 },
  { do: "ask", sum: 5 },
  { do: "payQuietly", which: 7 },
  { do: "expire", which: 7 },
  { do: "decline", which: 6 },
  { do: "ask", sum: 5 },
];

interface Reservation {
  id: number;
  amount: string;
  paid: string;
  fee: string;
  feeState: string;
  reservation: string;
  request: string;
  matches: number;
}
const reservationsOf = async ({ id }: Payer): Promise<Reservation[]> => {
  const { rows } = await sql<Reservation>`
    select transaction_request.id, cash_reservation.amount::text, paid::text, fee::text, fee_state as "feeState",
      cash_reservation.state as reservation,
      transaction_request.state as request,
      (select count(*)::int from entry_match where request_id = transaction_request.id and undone_at is null) as matches
    from cash_reservation join transaction_request on transaction_request.id = request_id
    where transaction_request.holder_id = ${id} order by transaction_request.id`.execute(app.database.db);
  return rows;
};

/** One step, by either process; refusals are answers like any other. */
async function take(user: Payer, { run, process }: { run: Step; process: "first" | "second" }, paid: Set<number>) {
  const api = (who: TestUser) => (process === "first" ? who.client : second.withToken(who.token));
  const refused = () => undefined;
  if (run.do === "deposit") {
    const row = deposit("2024-01-03", String(run.sum));
    await bookEntries(app.services.db, user.holder, [{ ...row, externalId: crypto.randomUUID() }]);
    return run.sum;
  }
  if (run.do === "ask") {
    // Steps of one group ask at once, each with a code of its own.
    const token = await sessionWithCode(app, user, await boundToWish(app, { ...user, sum: String(run.sum) }));
    const transactionInfo = { sum: String(run.sum), currency: "EUR", accountId: user.account };
    const body = { type: "withdrawal" as const, transactionInfo };
    const client = (process === "first" ? app : second).withToken(token);
    await client.payments.requestTransaction({ params: user.holder, body }).catch(refused);
    return 0;
  }
  const known = await reservationsOf(user);
  const requestId = known[run.which % Math.max(known.length, 1)]?.id;
  if (requestId === undefined) return 0;
  const handle = async (state: "declined" | "paying" | "returned") => {
    const { requests } = await office.client.payments.listRequests({
      query: { holder_type: "user", holder_id: user.id, limit: 200 },
    });
    const otherPayments = requests.find(({ id }) => id === requestId)?.unmatched.map(({ entry_id }) => entry_id);
    const body = { state, staffMessage: "So", otherPayments: otherPayments ?? [], reason: "Not these" };
    await api(office).payments.handleRequest({ params: { requestId }, body }).catch(refused);
  };
  const book = (
    kind: "withdrawal" | "deposit",
    amount: string,
    externalId: string,
    description = referenceOfWithdrawal(requestId),
  ) =>
    bookEntries(app.services.db, user.holder, [
      entry({
        kind,
        day: new Date().toISOString().slice(0, 10),
        amount,
        currency: "EUR",
        description,
        externalId,
      }),
    ]);
  switch (run.do) {
    case "cancel":
      await api(user)
        .payments.withdrawRequest({ params: { ...user.holder, requestId }, body: {} })
        .catch(refused);
      break;
    case "decline":
      await handle("declined");
      break;
    case "order":
      await handle("paying");
      break;
    case "undo": {
      const { rows } = await sql<{ id: number }>`
        select entry_id as id from entry_match where request_id = ${requestId} and undone_at is null
        order by id desc limit 1`.execute(app.database.db);
      const entryId = rows[0]?.id;
      if (entryId !== undefined)
        await api(office).payments.unmatchRequest({ params: { requestId }, body: { entryId } }).catch(refused);
      break;
    }
    case "return":
      // The bank returns what it had not paid yet.
      if (!paid.has(requestId)) {
        paid.add(requestId);
        await handle("returned");
        if ((await reservationsOf(user)).find(({ id }) => id === requestId)?.request !== "returned")
          paid.delete(requestId);
      }
      break;
    case "expire":
      await sql`update cash_reservation set expires_at = now() - interval '1 second' where request_id = ${requestId}`.execute(
        app.database.db,
      );
      await expireWithdrawals(process === "first" ? app.services : second.services);
      break;
    case "fee":
      // What the bank charges for a payment by another entry, once.
      await bookEntries(app.services.db, user.holder, [
        entry({
          kind: "fee",
          day: new Date().toISOString().slice(0, 10),
          amount: `-${fee}`,
          currency: "EUR",
          description: `Fee ${referenceOfWithdrawal(requestId)}`,
          externalId: `fee ${requestId}`,
        }),
      ]).catch(refused);
      break;
    case "pay":
    case "payBoth": {
      // The bank pays what was ordered, or what is left of it, once.
      const row = known.find(({ id }) => id === requestId);
      if (row?.request !== "paying" || paid.has(requestId)) break;
      paid.add(requestId);
      const amount = run.do === "pay" ? row.amount : new Decimal(row.amount).plus(row.fee).toFixed();
      await book("withdrawal", `-${amount}`, `paid ${requestId}`);
      break;
    }
    case "payPart": {
      const row = known.find(({ id }) => id === requestId);
      if (row?.request !== "paying" || paid.has(requestId) || new Decimal(row.amount).lte("0.5")) break;
      paid.add(requestId);
      const externalId = `part ${requestId} ${crypto.randomUUID()}`;
      await book("withdrawal", "-0.5", externalId);
      const { rows } = await sql<{ id: number }>`
        select id from ledger_entry where external_id = ${externalId}`.execute(app.database.db);
      const body = { entryId: rows[0]?.id ?? 0, accepts: ["less" as const], reason: "In parts" };
      const isMatched = await api(office)
        .payments.matchRequest({ params: { requestId }, body })
        .then(
          () => true,
          () => false,
        );
      // One that cannot be matched was paid for nothing: nothing more is paid then.
      if (isMatched) paid.delete(requestId);
      break;
    }
    case "payEarly":
      await book("withdrawal", "-0.3", `early ${crypto.randomUUID()}`);
      break;
    case "payQuietly":
      await book("withdrawal", "-0.2", `quiet ${crypto.randomUUID()}`, "Transfer");
      break;
    case "match":
      await matchPayments(process === "first" ? app.services : second.services, user.holder);
  }
  return 0;
}

/** Pending requests with the booked payments that no request has and that may be theirs. */
async function mayBePaid({ id }: Payer): Promise<{ id: number; state: string; free: string[]; named: string[] }[]> {
  const { rows } = await sql<{ id: string; text: string | null }>`
    select id::text, description as text from ledger_entry as entry
    where holder_id = ${id} and kind = 'withdrawal' and not exists (
      select from entry_match where holder_id = ${id} and entry_id = entry.id and undone_at is null
    )`.execute(app.database.db);
  const quiet = rows.filter(({ text }) => text === "Transfer");
  return (await reservationsOf({ id } as Payer)).map((one) => {
    const named = rows.filter(({ text }) => text === referenceOfWithdrawal(one.id));
    const idsOf = (entries: typeof rows) => entries.map((entry) => entry.id);
    return { id: one.id, state: one.request, named: idsOf(named), free: idsOf([...named, ...quiet]) };
  });
}

/** None that was pending with such a payment, which is still nobody's, was cancelled or expired meanwhile. */
async function checkEnds(user: Payer, before: Awaited<ReturnType<typeof mayBePaid>>): Promise<void> {
  const after = new Map((await mayBePaid(user)).map((one) => [one.id, one]));
  for (const { id, state, free, named } of before) {
    const now = after.get(id);
    if (!now || !["open", "awaitingSigners", "paying"].includes(state)) continue;
    if (named.some((entry) => now.named.includes(entry))) expect(now.state).not.toBe("withdrawn");
    if (free.some((entry) => now.free.includes(entry))) expect(now.state).not.toBe("expired");
  }
}

/** Compares what is stored with the law. */
async function check(user: Payer, depositedBefore: number): Promise<void> {
  const reservations = await reservationsOf(user);
  /** Amounts and fees, each in one of these states. */
  const sumOf = (states: readonly string[]) =>
    reservations.reduce(
      (sum, one) =>
        sum
          .plus(states.includes(one.reservation) ? one.amount : 0)
          .plus(states.includes("posted") ? one.paid : 0)
          .plus(states.includes(one.feeState) ? one.fee : 0),
      new Decimal(0),
    );
  expect(sumOf(["pending", "posted"]).lte(depositedBefore), "reserved and posted exceed the cash").toBe(true);
  const { rows } = await sql<{ pending: string }>`
    select pending::text from cash_hold where holder_id = ${user.id}`.execute(app.database.db);
  expect(sumOf(["pending"]).toFixed()).toBe(new Decimal(rows[0]?.pending ?? 0).toFixed());
  const ends = { open: "pending", paying: "pending", done: "posted", declined: "voided", withdrawn: "voided" };
  for (const { request, reservation, paid, feeState, matches } of reservations) {
    // The fee ends with the amount, or after the payment by itself.
    const feeEnds = { pending: ["pending"], posted: ["pending", "posted", "voided"] }[reservation] ?? ["voided"];
    expect(feeEnds).toContain(feeState);
    if (request === "returned") expect(["voided", "posted"]).toContain(reservation);
    else expect(reservation).toBe({ ...ends, expired: "expired", awaitingSigners: "pending" }[request]);
    // Parts of one that is not paid in full are covered by matches, too.
    if (request === "done") expect(matches).toBeGreaterThan(0);
    if (new Decimal(paid).gt(0)) expect(matches).toBeGreaterThan(0);
    else if (request !== "done" && request !== "returned") expect(matches).toBe(0);
  }
}

test("over random histories reserved and posted never exceed the cash, and each reservation has one end", async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      // Steps of one group run at once, on both processes.
      fc.array(
        fc.array(fc.record({ run: step, process: fc.constantFrom("first", "second") }), { minLength: 1, maxLength: 4 }),
        {
          minLength: 8,
          maxLength: 16,
        },
      ),
      async (groups) => {
        const user = await payer(app, "100");
        const paid = new Set<number>();
        let deposited = 100;
        for (const group of groups) {
          const before = await mayBePaid(user);
          const added = await Promise.all(group.map((one) => take(user, one, paid)));
          deposited += added.reduce((sum, amount) => sum + amount, 0);
          await check(user, deposited);
          await checkEnds(user, before);
        }
        for (const { request, reservation, feeState } of await reservationsOf(user)) {
          outcomes.add(`${reservation}, fee ${feeState}`);
          outcomes.add(request);
        }
      },
    ),
    {
      numRuns: 25,
      // One that reaches every end for certain.
      examples: [[everyEnd.map((run) => [{ run, process: "second" }])]],
    },
  );
  // The histories reach every end; otherwise the law would hold of nothing.
  expect([...outcomes]).toEqual(
    expect.arrayContaining([
      "returned",
      "expired, fee voided",
      "pending, fee pending",
      "posted, fee posted",
      "posted, fee voided",
      "voided, fee voided",
    ]),
  );
}, 120_000);
