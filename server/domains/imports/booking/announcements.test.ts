/** Announced income from custodians' files, as the client sees it, until it is paid or does not come. */
import { expect, test } from "vitest";
import { createFirm, type FirmClient } from "../testing/firm.ts";
import { acme, cash, element, flex, fund, trade } from "../testing/flex-fixtures.ts";
import { imported, upload } from "../testing/uploads.ts";

const firm = createFirm("AN");
const today = "2024-04-10";
const at = (day: string) => {
  firm.portal.services.now = () => new Date(`${day}T12:00:00Z`);
};
const accrual = (fields: Record<string, string | number> = {}, name = "OpenDividendAccrual") =>
  element(name, {
    currency: "USD",
    ...acme,
    exDate: "2024-04-20",
    payDate: "2024-05-10",
    quantity: 10,
    tax: "0.36",
    fee: 0,
    grossRate: "0.24",
    grossAmount: "2.4",
    netAmount: "2.04",
    code: "",
    ...fields,
  });
const change = (code: "Po" | "Re", fields: Record<string, string | number> = {}) =>
  accrual({ code, ...(code === "Re" && { grossAmount: "-2.4" }), ...fields }, "ChangeInDividendAccrual");

async function makeInvestor(): Promise<FirmClient> {
  at(today);
  const client = await firm.client();
  await imported(
    firm.staff,
    flex({
      account: client.account,
      to: "20240401",
      Trades: [trade({ quantity: 10 })],
      CashTransactions: [cash({ type: "Deposits/Withdrawals", amount: "5000" })],
    }),
  );
  return client;
}
const expected = (client: FirmClient) =>
  client.user.client.portfolios.getExpectedIncome({ params: { holderType: "user", holderId: client.id } });
const announced = async (client: FirmClient) => (await expected(client)).announced;
const received = (client: FirmClient) =>
  client.user.client.portfolios.getIncome({
    params: { holderType: "user", holderId: client.id, from: "2024-01-01", to: "2024-12-31" },
  });
const file = (client: FirmClient, to: string, rows: string[], more: Parameters<typeof flex>[0] = {}) =>
  imported(firm.staff, flex({ account: client.account, from: to, to, OpenDividendAccruals: rows, ...more }));
const dividend = (amount: string, day: string) =>
  cash({ type: "Dividends", ...acme, description: "ACME CASH DIVIDEND", amount, dateTime: day, reportDate: day });

test("an open accrual is announced with its source, and no part of what was received", async () => {
  const client = await makeInvestor();
  const preview = await file(client, "20240402", [accrual()]);
  expect(preview.leftOut).toEqual([]);
  expect(await announced(client)).toMatchObject([
    {
      state: "announced",
      exDay: "2024-04-20",
      payDay: "2024-05-10",
      currency: "USD",
      quantity: "10",
      grossPerUnit: "0.24",
      gross: "2.4",
      tax: "0.36",
      net: "2.04",
      source: "ibFlex",
      isCorrected: false,
      received: null,
      unitsHeld: null,
    },
  ]);
  expect(await received(client)).toMatchObject({ total: { gross: "0.00" }, payments: [] });
});

test("the same file again, or a later one that says the same, changes nothing", async () => {
  const client = await makeInvestor();
  await file(client, "20240402", [accrual()]);
  const [first] = await announced(client);
  await file(client, "20240402", [accrual()]);
  await file(client, "20240403", [accrual()]);
  expect(await announced(client)).toEqual([first]);
});

test("a later file corrects it, and an older one that is imported afterwards changes nothing", async () => {
  const client = await makeInvestor();
  await file(client, "20240402", [accrual()]);
  await file(client, "20240404", [
    accrual({ grossRate: "0.3", grossAmount: "3", tax: "-0.45", payDate: "2024-05-12" }),
  ]);
  const corrected = [{ gross: "3", tax: "0.45", payDay: "2024-05-12", isCorrected: true, state: "announced" }];
  expect(await announced(client)).toMatchObject(corrected);
  await file(client, "20240403", []);
  expect(await announced(client)).toMatchObject(corrected);
});

test("a later file that no longer has it cancels it; a file without the section says nothing of it", async () => {
  const client = await makeInvestor();
  await file(client, "20240402", [accrual()]);
  await imported(
    firm.staff,
    flex({
      account: client.account,
      from: "20240403",
      to: "20240403",
      Trades: [
        trade({
          symbol: "ACME",
          quantity: 1,
          reportDate: "20240403",
          dateTime: "20240403;100000",
          tradeDate: "20240403",
        }),
      ],
    }),
  );
  expect((await announced(client))[0]?.state).toBe("announced");
  await file(client, "20240405", []);
  expect(await announced(client)).toMatchObject([{ state: "cancelled" }]);
  expect((await expected(client)).totals.announced.gross).toBe("0.00");
  // Announced anew, it stands again.
  await file(client, "20240406", [accrual({ quantity: 11, grossAmount: "2.64" })]);
  expect((await announced(client)).map(({ state }) => state)).toEqual(["cancelled", "announced"]);
});

test("paid: matched with what was booked; another amount is told", async () => {
  const client = await makeInvestor();
  await file(client, "20240402", [accrual()]);
  at("2024-05-13");
  await file(client, "20240513", [], { CashTransactions: [dividend("2.5", "20240513")] });
  expect(await announced(client)).toMatchObject([
    { state: "paid", gross: "2.4", received: { day: "2024-05-13", gross: "2.5", currency: "USD", differs: true } },
  ]);
  expect((await received(client)).payments).toMatchObject([{ gross: "2.5" }]);
});

test("due when its day is over, and not come after thirty days", async () => {
  const client = await makeInvestor();
  await file(client, "20240402", [accrual()]);
  const stateOn = async (day: string) => {
    at(day);
    return (await announced(client))[0]?.state;
  };
  expect(await stateOn("2024-05-10")).toBe("announced");
  expect(await stateOn("2024-05-11")).toBe("due");
  expect(await stateOn("2024-06-09")).toBe("due");
  expect(await stateOn("2024-06-10")).toBe("notCome");
  at(today);
});

test("sold before the ex-day: nothing is expected; part of it sold: the amounts follow the units left", async () => {
  const client = await makeInvestor();
  await file(client, "20240402", [accrual()]);
  const sale = (quantity: number, day: string) =>
    imported(
      firm.staff,
      flex({
        account: client.account,
        from: day,
        to: day,
        Trades: [trade({ quantity, reportDate: day, tradeDate: day, dateTime: `${day};100000` })],
      }),
    );
  await sale(-4, "20240408");
  expect(await announced(client)).toMatchObject([{ state: "announced", unitsHeld: "6", gross: "1.44", tax: "0.22" }]);
  await sale(-6, "20240409");
  expect(await announced(client)).toMatchObject([{ state: "sold" }]);
  expect((await expected(client)).totals.announced.gross).toBe("0.00");
});

test("changes of a period: a correction is one taken back and one posted; taken back alone, it is withdrawn", async () => {
  const client = await makeInvestor();
  const changes = (to: string, rows: string[]) =>
    imported(firm.staff, flex({ account: client.account, from: to, to, ChangeInDividendAccruals: rows }));
  await changes("20240402", [change("Po")]);
  await changes("20240402", [change("Po")]);
  expect(await announced(client)).toMatchObject([{ gross: "2.4", state: "announced" }]);
  await changes("20240404", [change("Re"), change("Po", { grossRate: "0.25", grossAmount: "2.5" })]);
  expect(await announced(client)).toMatchObject([{ gross: "2.5", isCorrected: true }]);
  await changes("20240405", [change("Re", { grossAmount: "-2.5" })]);
  expect(await announced(client)).toMatchObject([{ state: "cancelled" }]);
});

test("a row that cannot be read refuses no file and withdraws nothing", async () => {
  const client = await makeInvestor();
  await file(client, "20240402", [accrual()]);
  const preview = await file(client, "20240403", [
    accrual({ ...fund, payDate: "" }),
    accrual({ ...fund, quantity: -3 }),
  ]);
  expect(preview).toMatchObject({ state: "confirmed", leftOut: [{ name: "OpenDividendAccrual", rows: 2 }] });
  expect(await announced(client)).toMatchObject([{ state: "announced" }]);
});

test("an import that is previewed only stores nothing", async () => {
  const client = await makeInvestor();
  await upload(firm.staff, flex({ account: client.account, to: "20240402", OpenDividendAccruals: [accrual()] }));
  expect(await announced(client)).toEqual([]);
});
