/** Files of others that resemble ours: named for what they are, so that the refusal is true. */
import { expect, test } from "vitest";
import { recogniseFile } from "./formats/registry.ts";
import { mappedFormat } from "./mapping/format.ts";
import { fileContent } from "./reading/file-content.ts";
import { recogniseOtherFile } from "./reading/other-files.ts";

const recognised = (text: string) =>
  recogniseFile(fileContent("file.csv", new TextEncoder().encode(text)), mappedFormat())?.format.name;

test.each([
  "Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount\n11/01/2023,Buy,SPY,SPDR,1,$420.10,,-$420.10\n",
  "Symbol,Type,Quantity,Price,Value,Fees,Date\nBTC,Buy,0.1,89,50,0,May 5\n",
  "datetime;date;time;price;shares;amount;type;currency\n2024-08-02;02.08.2024;09:00;28,03;17,8;500;Buy;EUR\n",
])("a broker's list of trades is no file of our prices: %s", (text) => {
  expect(recognised(text)).toBeUndefined();
});

test("a wrong column of our prices is still named as such", () => {
  expect(recognised("isin,date,price,currency,sorce\nUS0378331005,2026-01-02,1,USD,x\n")).toBe("csv");
});

test("a table of many columns of which a few are named as Revolut's is not Revolut's", () => {
  const header = `Title,Type,Timestamp,Account Currency,Total Amount,Buy / Sell,Ticker,ISIN,Price per Share in Account Currency,
Stamp Duty,Quantity,Venue,Order ID,Order Type,Instrument Currency,Total Shares Amount,Price per Share,FX Rate,Base FX Rate,
FX Fee (BPS),FX Fee Amount,Dividend Ex Date,Dividend Pay Date`;
  expect(
    recognised(`${header.replaceAll("\n", "")}\nS&P 500,ORDER,2024-01-16,GBP,1,SELL,SPXP,IE00B3YCGJ38\n`),
  ).toBeUndefined();
});

test("an interim report of SWIFT is named, also behind the sign that begins a message", () => {
  const text =
    "\u0001\n:20:ST170119CYC/0001\n:25:PL29114010810000267002001002\n:28C:1/1\n:34F:PLN0\n:13D:1701191815+0100\n";
  expect(recogniseOtherFile(text)).toEqual({ kind: "swift", message: "MT942" });
});
