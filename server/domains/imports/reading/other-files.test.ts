/** Files of another kind are named: the refusal says what the file is. */
import { expect, test } from "vitest";
import { readAs, reasons } from "../testing/reading.ts";
import { readFile } from "./reader.ts";

const camt = (namespace: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document\n  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"${namespace}><BkToCstmrStmt><GrpHdr/></BkToCstmrStmt></Document>`;

test.each<[string, string, string]>([
  ["JSON", '{\n  "positions": [{ "isin": "US0378331005" }]\n}', "json"],
  ["a JSON list after a byte order mark", '\uFEFF[ {"id": 1} ]', "json"],
  ["MT940", ":20:ST170119\n:25:PL291140\n:28C:1/1\n:60F:C170119PLN0,40\n:61:1701190119CN0,01NTRF", "cash MT940"],
  [
    "MT940 that begins with the names of banks",
    "ABNANL2A\n940\nABNANL2A\n:20:X\n:25:5\n:28:1/1\n:60F:C110522EUR3236,28",
    "cash MT940",
  ],
  [
    "MT535 in its envelope",
    "{1:F01BANKDEFFAXXX0000000000}{2:O5351200260806CUSTDEFFXXXX00000000002608061200N}{4:\n:16R:GENL\n",
    "positions MT535",
  ],
  ["MT535 without", ":16R:GENL\n:28E:1/ONLY\n:20C::SEME//NONREF\n", "swift MT535"],
  ["MT942", ":20:X\n:25:DE1\n:28C:1/1\n:34F:EUR0,\n:13D:2601121200+0100\n:61:2601120112C5,NTRFA//B", "swift MT942"],
  ["MT942 in its envelope", "{1:F01BANKDEFFAXXX0000000000}{2:O9421200260806CUSTDEFF}{4:\n:20:X", "swift MT942"],
  ["an interim report of ISO 20022", "<Document><BkToCstmrAcctRpt/></Document>", "camt camt.052"],
  ["OFX 1", "OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><SIGNONMSGSRSV1>", "ofx"],
  ["OFX 2", '<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n<OFX></OFX>', "ofx"],
  ["camt", camt(' xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"'), "cash camt.053.001.08"],
  ["camt without its namespace", camt(""), "cash camt.053"],
  [
    "semt",
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:semt.002.001.11"><SctiesBalCtdyRpt/></Document>',
    "positions semt.002.001.11",
  ],
  [
    "a payment order in an envelope",
    '<Envelope><AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"/><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"/></Envelope>',
    "iso20022 pain.001.001.09",
  ],
])("%s is named", async (_, content, detail) => {
  for (const kind of ["statement", "prices", "rates"] as const)
    expect(reasons(await readAs(kind, content))).toEqual([`file otherFile ${detail}`]);
});

test.each([
  ["an export of another broker", "Action,Time,ISIN\nBuy,2024-01-02 10:00,US0378331005", "1 unknownColumn action"],
  ["a text with one colon line", "account;date\n:20:12;2024-01-01", "1 missingColumn kind"],
  ["a text in braces", "{account},date\n1,2", "1 unknownColumn {account}"],
  ["a rich text", "{\\rtf1 Statement}", "1 unknownColumn {\\rtf1 statement}"],
  ["XML that nobody knows", "<Report><Row/></Report>", "1 unknownFormat Report"],
])("%s is not taken for one of them", async (_, content, reason) => {
  expect(reasons(await readAs("statement", content))).toEqual([reason]);
});

const own = {
  statement: "account,date,kind,currency,amount\nU1,2024-01-10,deposit,EUR,1",
  prices: "isin,date,price,source\nUS0378331005,2024-01-10,12.5,Exchange",
  rates: "currency,date,rate,source\nUSD,2024-01-10,1.1,ECB",
  navs: "isin,date,nav\nLU0000000001,2024-01-10,10",
};

test.each(["statement", "prices", "rates"] as const)(
  "our own file of another kind is named where a %s belongs",
  async (kind) => {
    for (const [other, content] of Object.entries(own))
      for (const sign of [",", "\t"])
        expect(reasons(await readAs(kind, content.replaceAll(",", sign)))).toEqual(
          other === kind ? [] : [`file otherFile ${other}`],
        );
    // One of the kind with a fault is told its fault.
    expect(reasons(await readAs(kind, own[kind].replace("date", "day")))).toEqual(["1 unknownColumn day"]);
  },
);

test("a file of prices with a column too many is named among the rates, and told its column among the prices", async () => {
  const content = own.prices.replace("source", "source,colour");
  expect(reasons(await readAs("rates", content))).toEqual(["file otherFile prices"]);
  expect(reasons(await readAs("prices", content))).toEqual(["1 unknownColumn colour"]);
});

test.each([
  ["NAVs", "date,nav\n2026-01-05,100\n", "file otherFile navs"],
  ["no table of ours", "When,What\n2026-01-05,100\n", "1 unknownFormat"],
])("without a kind, %s are named", async (_, content, reason) => {
  const file = await readFile(content, { today: "2026-11-20", zone: "Europe/Sofia" });
  expect(reasons(file)).toEqual([reason]);
  expect(file.format).toBeNull();
});

test("a kind that contradicts the file is refused by what the file is", async () => {
  const flex =
    '<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1"/></FlexStatements></FlexQueryResponse>';
  expect(reasons(await readAs("cash", flex))).toEqual(["file otherFile statement"]);
});
