/** A broker's export booked for a client: its cash and realised gains are those that the broker's figures make. */
import { expect, test } from "vitest";
import { sum } from "../../reading/values.ts";
import { createFirm } from "../../testing/firm.ts";
import { confirm } from "../../testing/uploads.ts";

const firm = createFirm("T");

test("Trading 212: cash at the end and gains in the account's currency; the same file again books nothing", async () => {
  const { account, id } = await firm.client("GBP");
  const content = [
    "Action,Time,ISIN,Ticker,Name,Notes,ID,No. of shares,Price / share,Currency (Price / share),Total,Currency (Total),French transaction tax,Currency (French transaction tax),Currency conversion fee,Currency (Currency conversion fee)",
    "Deposit,2024-05-01 00:10:00.000,,,,,1,,,,10000.00,GBP,,,,",
    "Market buy,2024-05-02 14:30:05.123,US0000000200,ACME,Acme Corp,,2,10.0000000000,150.00,USD,1201.80,GBP,,,1.80,GBP",
    "Limit sell,2024-06-27 15:45:10.456,US0000000200,ACME,Acme Corp,,3,10.0000000000,160.00,USD,1248.09,GBP,,,1.87,GBP",
    "Market buy,2024-08-01 09:05:00.789,FR0000000200,REN,Rennes SA,,4,20.0000000000,50.00,EUR,803.60,GBP,3.00,EUR,1.20,GBP",
    "Limit sell,2024-09-02 11:20:30.012,FR0000000200,REN,Rennes SA,,5,20.0000000000,55.00,EUR,878.68,GBP,,,1.32,GBP",
  ].join("\n");
  const read = () => firm.staff.client.imports.preview({ body: { fileName: "history.csv", content, account } });
  const preview = await read();
  expect(preview).toMatchObject({ message: "Trading 212", refusals: [], newRows: 5, account });
  await confirm(firm.staff, preview);
  const { cash, realised, positions } = await firm.held(id);
  expect([cash, positions]).toEqual([{ GBP: "10121.37" }, {}]);
  expect(sum(...Object.values(realised).map((gain) => gain ?? "?"))).toBe("121.37");
  expect(await read()).toMatchObject({ newRows: 0, knownRows: 5 });
});
