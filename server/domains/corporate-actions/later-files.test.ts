/** Files of custodians beside applied corporate actions: the same event is asked about, and never counts twice by itself. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createFirm, type FirmClient } from "../imports/testing/firm.ts";
import { confirm, upload } from "../imports/testing/uploads.ts";
import { applied, confirmed, sharesOf, stated } from "./testing/arranged.ts";

const firm = createFirm("AC");
const isin = "US0378331005";
const head = "kind,date,account,isin,name,quantity,price,currency,amount,id\n";

/** The client buys ten units with a file; returns the instrument. */
async function bought({ account }: FirmClient): Promise<number> {
  const file = `${head}deposit,2025-01-02,${account},,,,,EUR,1000,d-${account}
buy,2025-01-03,${account},${isin},Acme,10,10,EUR,-100,b-${account}
`;
  await confirm(firm.staff, await upload(firm.staff, file));
  const { rows } = await sql<{ id: number }>`select id from instrument where isin = ${isin}`.execute(
    firm.portal.services.db,
  );
  return rows[0]?.id ?? 0;
}
const dividend = ({ account }: FirmClient, day: string, amount: string) =>
  `${head}dividend,${day},${account},${isin},Acme,,,EUR,${amount},div-${account}-${day}\n`;
const cashOf = async ({ id }: FirmClient): Promise<unknown> => (await firm.held(id)).cash;
const terms = { cash: { perUnit: "0.9", currency: "EUR" }, taxRate: "10" };

test("a file that comes after the action is asked about: left out with a reason, or booked beside it", async () => {
  const leftOut = await firm.client();
  const beside = await firm.client();
  const acme = await bought(leftOut);
  await bought(beside);
  const id = await confirmed(firm.staff, stated(acme, { terms }));
  await applied(firm.portal, firm.staff, id);
  for (const [who, kind] of [
    [leftOut, null],
    [beside, "dividend"],
  ] as const) {
    const file = dividend(who, "2025-05-22", "9");
    const refused = await upload(firm.staff, file);
    expect(refused.refusals).toMatchObject([{ code: "bookedByAction", line: 2, account: who.account }]);
    expect(refused.refusals[0]?.detail).toContain(`${id} · 2025-05-20 · 8.1 EUR`);
    expect(refused.undecided).toMatchObject([{ kinds: ["dividend"], code: "bookedByAction" }]);
    const { line, key } = refused.undecided[0] ?? { line: 0, key: "" };
    const decisions = [{ line, key, kind, reason: "Looked up at the custodian" }];
    const preview = await upload(firm.staff, file, { decisions });
    expect(preview.refusals).toEqual([]);
    expect(await confirm(firm.staff, preview)).toMatchObject({ state: "confirmed" });
  }
  expect(await cashOf(leftOut)).toEqual({ EUR: "908.1" });
  expect(await cashOf(beside)).toEqual({ EUR: "917.1" });
  // What is booked beside it is known, and asked about no more.
  expect((await upload(firm.staff, dividend(beside, "2025-05-22", "9"))).refusals).toEqual([]);
  // A dividend of another quarter is another event.
  expect((await upload(firm.staff, dividend(leftOut, "2025-08-22", "9"))).refusals).toEqual([]);
});

test("a file that came first is found by the action, and named", async () => {
  const client = await firm.client();
  const acme = await bought(client);
  await confirm(firm.staff, await upload(firm.staff, dividend(client, "2025-11-20", "4.5")));
  const id = await confirmed(
    firm.staff,
    stated(acme, {
      exDay: "2025-11-10",
      payDay: "2025-11-20",
      terms: { cash: { perUnit: "0.5", currency: "EUR" }, taxRate: "10" },
    }),
  );
  const runId = await applied(firm.portal, firm.staff, id);
  const own = (await sharesOf(firm.staff, id, runId)).find(({ clientNumber }) => clientNumber === client.account);
  expect(own).toMatchObject({ state: "known", found: { amount: "4.5", day: "2025-11-20", fileName: "file.xml" } });
  expect(await cashOf(client)).toEqual({ EUR: "904.5" });
});

test("withheld tax in a row of its own and a split of a later file are of the event, too; other rows are not", async () => {
  const client = await firm.client();
  const acme = await bought(client);
  const { account } = client;
  const row = (kind: string, day: string, quantity: string, amount: string) =>
    `${kind},${day},${account},${isin},Acme,${quantity},,EUR,${amount},${kind}-${account}-${day}\n`;
  const paid = { exDay: "2026-02-02", payDay: "2026-02-10", terms };
  await applied(firm.portal, firm.staff, await confirmed(firm.staff, stated(acme, paid)));
  const codes = async (rows: string) =>
    (await upload(firm.staff, head + rows)).refusals.map(({ line, code }) => `${line} ${code}`);
  expect(await codes(row("dividend", "2026-02-11", "", "9") + row("tax", "2026-02-11", "", "-0.9"))).toEqual([
    "2 bookedByAction",
    "3 bookedByAction",
  ]);
  expect(await codes(row("tax", "2026-04-11", "", "-0.9"))).toEqual([]);
  const split = { type: "split", exDay: "2026-03-02", payDay: "2026-03-02" } as const;
  const id = await confirmed(
    firm.staff,
    stated(acme, { ...split, terms: { ratio: { from: "1", into: "3" }, fractions: "keep" } }),
  );
  await applied(firm.portal, firm.staff, id);
  expect(await codes(row("split", "2026-03-03", "20", "0"))).toEqual(["2 bookedByAction"]);
});
