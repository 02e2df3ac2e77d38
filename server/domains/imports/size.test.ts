/** Long and hostile files: cost grows linearly with size, and the thread that answers calls does little work for them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { leastWork, ownWork } from "../../testing/own-work.ts";
import { readAs, readStatement } from "./testing/reading.ts";
import { confirm, refused, type TestApp, upload } from "./testing/uploads.ts";

let portal: TestApp;
let staff: TestUser;
beforeAll(async () => {
  portal = await createTestApp();
  staff = await portal.as("office");
});
afterAll(() => portal.close());

const slow = { timeout: 180_000 };
const lines = (count: number): string => "\n".repeat(count);
const accounts = (count: number): string =>
  `account,date,kind,currency,amount\n${Array.from({ length: count }, (_, row) => `A${row},2024-01-10,deposit,EUR,1\n`).join("")}`;

test("three million empty lines are little work", slow, async () => {
  expect(await ownWork(() => readStatement(lines(3_000_000)))).toBeLessThan(10_000);
});

test.each([
  ["empty lines", lines],
  ["accounts", (count: number) => accounts(count / 30)],
  ["empty rows", (count: number) => `account,date,kind,currency,amount\n${",,,,\n".repeat(count / 5)}`],
  ["quotes", (count: number) => '"\n'.repeat(count / 2)],
  ["one long line", (count: number) => ",".repeat(count)],
  [
    "cash rows",
    (count: number) =>
      `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1"><CashTransactions>${'<CashTransaction type="Other Fees" currency="USD" amount="1"/>'.repeat(count / 60)}</CashTransactions></FlexStatement></FlexStatements></FlexQueryResponse>`,
  ],
])("four times as many %s take about four times as long", slow, async (_, make) => {
  const cost = (count: number) => ownWork(() => readAs("statement", make(count)));
  await cost(100_000);
  const [small, large] = [await leastWork(() => cost(200_000)), await leastWork(() => cost(800_000))];
  // Four times plus measurement error; quadratic time would be sixteen times.
  expect(large).toBeLessThan(Math.max(small, 20) * 9);
});

test(
  "a file of empty lines, and one of many accounts, are looked at beside the thread that answers calls",
  slow,
  async () => {
    for (const content of [lines(3_000_000), accounts(20_000)]) {
      let answer: string[] = [];
      const spent = await ownWork(async () => {
        answer = refused(await upload(staff, content));
      });
      expect(answer.length).toBeGreaterThan(0);
      expect(spent).toBeLessThan(1500);
    }
  },
);

test("60,000 rows are looked at and booked beside the thread that answers calls", slow, async () => {
  const account = "U600001";
  const { id } = await portal.as("client", { clientNumber: account });
  const rows = Array.from({ length: 60_000 }, (_, row) => `${account},2024-01-10,deposit,EUR,1,id${row}\n`).join("");
  const content = `account,date,kind,currency,amount,id\n${rows}`;
  let preview: Awaited<ReturnType<typeof upload>> | undefined;
  const looking = await ownWork(async () => {
    preview = await upload(staff, content);
  });
  expect(preview).toMatchObject({ state: "previewed", newRows: 60_000 });
  const booking = await ownWork(() => confirm(staff, { id: preview?.id ?? 0 }));
  expect(looking).toBeLessThan(1000);
  expect(booking).toBeLessThan(500);
  const { rows: cash } = await portal.services.pool.query(
    "select amount::text from cash_balance where holder_id = $1",
    [id],
  );
  expect(cash).toEqual([{ amount: "60000" }]);
});
