/** A request cannot sell more shares than the ledger holds; for cash, see withdrawals.test.ts. */
import type { ApiError } from "@portico/api/errors.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { buy, deposit, makeInstruments } from "../../portfolios/testing/firm.ts";

let portal: TestApp;
let instruments: { ACME: number; GLOB: number };
beforeAll(async () => {
  portal = await createTestApp();
  instruments = await makeInstruments(portal.services.db, { ACME: "EUR", GLOB: "EUR" });
});
afterAll(() => portal.close());

let clients = 0;
const client = () => portal.as("client", { clientNumber: `HELD${++clients}` });
const ask = (user: TestUser, type: "sell" | "buy" | "deposit", transactionInfo: object) =>
  user.client.payments
    .requestTransaction({
      params: { holderType: "user", holderId: user.id },
      body: { type, userMsg: "", transactionInfo },
    })
    .then(
      () => [],
      ({ errors }: ApiError) => errors.map(({ path, code }) => `${path} ${code}`),
    );

test("what is there can be asked for, to the last share, and nothing beyond it", async () => {
  const user = await client();
  await bookEntries(portal.services.db, { holderType: "user", holderId: user.id }, [
    deposit("2024-01-02", "1000.00"),
    buy("2024-01-03", instruments.ACME, "10", "-400.00"),
  ]);
  expect(await ask(user, "sell", { instrumentId: instruments.ACME, quantity: "10" })).toEqual([]);
  expect(await ask(user, "sell", { instrumentId: instruments.ACME, quantity: "10.5" })).toEqual([
    "transactionInfo.quantity moreThanHeld",
  ]);
  expect(await ask(user, "sell", { instrumentId: instruments.GLOB, quantity: "1" })).toEqual([
    "transactionInfo.quantity moreThanHeld",
  ]);
  // Deposits and purchases have no such limit; nor do instruments named by text.
  expect(await ask(user, "deposit", { sum: "999999", currency: "EUR" })).toEqual([]);
  expect(await ask(user, "buy", { instrumentId: instruments.ACME, quantity: "999999" })).toEqual([]);
  expect(await ask(user, "sell", { instrumentName: "Acme, the older shares", quantity: "11" })).toEqual([]);
});

test("where no entry was ever booked, nobody knows what is held", async () => {
  const user = await client();
  expect(await ask(user, "sell", { instrumentId: instruments.ACME, quantity: "3" })).toEqual([]);
});
