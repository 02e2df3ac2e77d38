/** Custody statements of ISO 20022 as they are read, in several versions. */
import { expect, test } from "vitest";
import { readAs, reasons } from "../../testing/reading.ts";

interface Message {
  account?: string;
  head?: string;
  version?: string;
  prefix?: string;
}

const message = (
  holdings: string,
  { account = "60011234", head = "", version = "11", prefix = "" }: Message = {},
): string =>
  `<?xml version="1.0"?><${prefix}Document xmlns${prefix && ":p"}="urn:iso:std:iso:20022:tech:xsd:semt.002.001.${version}"><SctiesBalCtdyRpt>
${head}<StmtGnlDtls><StmtDtTm><Dt>2026-07-16</Dt></StmtDtTm></StmtGnlDtls>
<SfkpgAcct><Id>${account}</Id><BaseCcy>USD</BaseCcy></SfkpgAcct>
${holdings}
</SctiesBalCtdyRpt></${prefix}Document>`;
const apple = `<FinInstrmId><ISIN>US0378331005</ISIN><Desc>APPLE INC</Desc></FinInstrmId>`;
const read = (...given: Parameters<typeof message>) => readAs("positions", message(...given));
const positionsOf = async (...given: Parameters<typeof message>) =>
  [...(await read(...given)).accounts.values()].flatMap(({ account, positions }) =>
    positions.map(({ line: _line, day: _day, ...position }) => ({ account, ...position })),
  );

test("a holding with price and value in the account's currency", async () => {
  expect(
    await positionsOf(`<BalForAcct>${apple}<AggtBal><Unit>22792</Unit></AggtBal>
      <PricDtls><Val Ccy="USD">253.79</Val><Dt>2026-07-16</Dt></PricDtls>
      <AcctBaseCcyAmts><HldgVal><Amt Ccy="USD">5784381.68</Amt></HldgVal></AcctBaseCcyAmts></BalForAcct>`),
  ).toEqual([
    {
      account: "60011234",
      instrument: 0,
      quantity: "22792",
      currency: "USD",
      price: "253.79",
      marketValue: "5784381.68",
    },
  ]);
});

test("balances as the standard wraps them: short, available, blocked, pledged; a price in percent", async () => {
  const holding = `<BalForAcct>${apple}
    <AggtBal><ShrtLngInd>LONG</ShrtLngInd><Qty><Qty><FaceAmt>1500</FaceAmt></Qty></Qty></AggtBal>
    <AvlblBal><Qty><Qty><FaceAmt>1200</FaceAmt></Qty></Qty></AvlblBal>
    <NotAvlblBal><Qty><Qty><FaceAmt>300</FaceAmt></Qty></Qty></NotAvlblBal>
    <PricDtls><Tp><Cd>MRKT</Cd></Tp><Val><Rate>98.5</Rate></Val></PricDtls>
    <InstrmCcyAmts><HldgVal><Amt Ccy="EUR">1477.5</Amt><Sgn>true</Sgn></HldgVal></InstrmCcyAmts>
    <BalBrkdwn><SubBalTp><Cd>PLED</Cd></SubBalTp><Qty><Qty><FaceAmt>250</FaceAmt></Qty></Qty></BalBrkdwn></BalForAcct>`;
  expect(await positionsOf(holding, { version: "04" })).toMatchObject([
    { quantity: "1500", available: "1200", notAvailable: "300", pledged: "250", price: "0.985", currency: "EUR" },
  ]);
  // A price without accrued interest does not make the value: both are kept.
  const dirty = holding.replace("1477.5<", "1480<");
  expect(await positionsOf(dirty)).toMatchObject([{ price: "0.985", marketValue: "1480" }]);
  const short = `<BalForAcct>${apple}<AggtBal><ShrtLngInd>SHOR</ShrtLngInd><Qty><Unit>5</Unit></Qty></AggtBal></BalForAcct>`;
  expect(await positionsOf(short)).toMatchObject([{ quantity: "-5" }]);
});

test("names with a prefix, an envelope, sub-accounts, and an account that holds nothing", async () => {
  const text = message(
    `<SubAcctDtls><SfkpgAcct><Id>SUB-1</Id></SfkpgAcct><BalForSubAcct>${apple}<AggtBal><Unit>3</Unit></AggtBal></BalForSubAcct></SubAcctDtls>`,
  )
    .replace(/<(\/?)(?=[A-Z])/g, "<$1x:")
    .replace(/<\?xml[^>]*\?>/, "");
  const file = await readAs(
    "positions",
    `<Envelope><Header/><Body>${text}${message("", { account: "EMPTY" }).replace(/<\?xml[^>]*\?>/, "")}</Body></Envelope>`,
  );
  expect(reasons(file)).toEqual([]);
  expect(
    [...file.accounts.values()].map(({ account, positions }) => [account, positions.map(({ quantity }) => quantity)]),
  ).toEqual([
    ["SUB-1", ["3"]],
    ["60011234", []],
    ["EMPTY", []],
  ]);
});

const page = (number: number, isLast: boolean): Message => ({
  head: `<Pgntn><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></Pgntn>`,
});
const one = `<BalForAcct>${apple}<AggtBal><Unit>1</Unit></AggtBal></BalForAcct>`;

test.each([
  ["a page is missing", message(one, page(2, true)), /missingValue PgNb 1 ≠ 2$/],
  ["the last page is missing", message(one, page(1, false)), /missingValue PgNb 2$/],
  ["no account", message(one).replace(/<SfkpgAcct>.*<\/SfkpgAcct>/, ""), /missingValue SfkpgAcct\/Id$/],
  ["no day", message(one).replace(/<StmtDtTm>.*<\/StmtDtTm>/, ""), /missingValue StmtDtTm$/],
  ["no balance", message(one.replace(/<AggtBal>.*<\/AggtBal>/, "")), /missingValue AggtBal$/],
  ["no number", message(one.replace("<Unit>1<", "<Unit>1,5<")), /badNumber AggtBal: 1,5$/],
  ["cut in the middle", message(one).slice(0, 300), /malformedFile/],
  ["an entity", message(one).replace("<Document", '<!DOCTYPE a [<!ENTITY b "c">]><Document'), /malformedFile DOCTYPE$/],
])("refused: %s", async (_, text, reason) => {
  expect(reasons(await readAs("positions", text))[0]).toMatch(reason);
});
