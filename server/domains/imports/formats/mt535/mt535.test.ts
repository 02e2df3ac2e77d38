/** Statements of holdings of SWIFT as they are read. */
import { expect, test } from "vitest";
import { readAs, reasons } from "../../testing/reading.ts";

const general = (more: string[] = [], account = "DEPOT-1", page = "1/ONLY"): string[] => [
  ":16R:GENL",
  `:28E:${page}`,
  ":20C::SEME//X1",
  ":23G:NEWM",
  ":98A::STAT//20260806",
  `:97A::SAFE//${account}`,
  ":17B::ACTI//Y",
  ...more,
  ":16S:GENL",
];
const holding = (...fields: string[]): string[] => [":16R:FIN", ...fields, ":16S:FIN"];
const siemens = [":35B:ISIN DE0007236101", "SIEMENS AG", "NAMENS-AKT."];
const part = (balance: string): string[] => [":16R:SUBBAL", balance, ":94F::SAFE//NCSD/DAKVDEFFXXX", ":16S:SUBBAL"];
const message = (...lines: string[]): string =>
  ["{1:F01BANKDEFF}{2:O5351200260806}{4:", ...lines, "-}", ""].join("\r\n");
const read = (...lines: string[]) => readAs("positions", message(...lines));

test("a holding with its value, its price, what a unit cost, and what is available", async () => {
  const file = await read(
    ...general(),
    ...holding(
      ":35B:ISIN IE000UQND7H4",
      "HSBC MSCI WORLD",
      ":90B::MRKT//ACTU/EUR37,2",
      ":93B::AGGR//UNIT/680",
      ...part(":93C::TAVI//UNIT/AVAI/680"),
      ":19A::HOLD//EUR25296",
      ":70E::HOLD//1STK++++20260107",
      "237,267+EUR",
    ),
  );
  expect(reasons(file)).toEqual([]);
  expect(file.instruments).toEqual([
    { isin: "IE000UQND7H4", ticker: "IE000UQND7H4", name: "HSBC MSCI WORLD", currency: "EUR", assetClass: "other" },
  ]);
  expect([...file.accounts.values()]).toEqual([
    {
      account: "DEPOT-1",
      line: 2,
      listsPositions: true,
      to: "2026-08-06",
      cash: [],
      positions: [
        {
          line: 10,
          instrument: 0,
          day: "2026-08-06",
          quantity: "680",
          currency: "EUR",
          available: "680",
          notAvailable: "0",
          cost: "25341.56",
          price: "37.2",
          marketValue: "25296",
        },
      ],
    },
  ]);
});

const positionsOf = async (...lines: string[]) => [...(await read(...lines)).accounts.values()][0]?.positions ?? [];

test("a price in percent, a nominal, an amount below zero, pence", async () => {
  expect(
    await positionsOf(
      ...general(),
      ...holding(
        ":35B:ISIN DE0001102580",
        ":90A::MRKT//PRCT/98,50",
        ":93B::AGGR//FAMT/10000,",
        ":19A::HOLD//EUR9850,00",
      ),
      ...holding(...siemens, ":93B::AGGR//UNIT/N5,", ":19A::HOLD//NEUR50,"),
      ...holding(":35B:ISIN GB0002634946", ":90B::MRKT//ACTU/GBX1250,", ":93B::AGGR//UNIT/4,"),
    ),
  ).toMatchObject([
    { quantity: "10000", price: "0.985", marketValue: "9850" },
    { quantity: "-5", price: "10", marketValue: "-50" },
    { quantity: "4", price: "12.5", currency: "GBP" },
  ]);
});

test("values in two currencies, a cost in percent on a line without its number, a delivery that is still to come", async () => {
  expect(
    await positionsOf(
      ...general(),
      ...holding(
        ":35B:ISIN CH0344958688",
        ":90A::MRKT//PRCT/105,",
        ":93B::AGGR//FAMT/10000,",
        ...part(":93C::TAVI//FAMT/AVAI/7500,"),
        ...part(":93C::BLOK//FAMT/NAVL/2500,"),
        ":19A::HOLD//EUR6294,65",
        ":19A::HOLD//AUD10500,",
        ":70E::HOLD//AUD+525+00611+AU+19990315+200312",
        "31",
        "99,75++6,25",
      ),
      ...holding(
        ...siemens,
        ":93B::AGGR//UNIT/100,",
        ...part(":93C::TAVI//UNIT/AVAI/130,"),
        ...part(":93C::PEND//UNIT/NAVL/N30,"),
      ),
    ),
  ).toMatchObject([
    { price: "1.05", currency: "AUD", marketValue: "10500", cost: "9975", available: "7500", notAvailable: "2500" },
    { quantity: "100", available: "130", notAvailable: "-30" },
  ]);
});

test("balances and values in blocks of their own within a holding, and names parted by bars", async () => {
  const file = await read(
    ...general(),
    ...holding(
      ":35B:ISIN DE0007164600|/DE/716460|SAP",
      " SE",
      ":16R:FINSUB",
      ":93B::AGGR//UNIT/10,5",
      ":16S:FINSUB",
      ":93B::AVAI//UNIT/10,",
    ),
  );
  expect(file.instruments).toMatchObject([{ isin: "DE0007164600", name: "SAP SE" }]);
  expect([...file.accounts.values()][0]?.positions).toMatchObject([
    { quantity: "10.5", available: "10", notAvailable: "0.5" },
  ]);
});

test("what is blocked and pledged is told from what can be sold; what is still to come is no part of it", async () => {
  expect(
    await positionsOf(
      ...general(),
      ...holding(
        ...siemens,
        ":93B::AGGR//UNIT/1500,",
        ...part(":93C::AVAI//UNIT/1200,"),
        ...part(":93C::PLED//UNIT/NAVL/300,"),
        ...part(":93C::PENR//UNIT/NAVL/40,"),
      ),
    ),
  ).toMatchObject([{ quantity: "1500", available: "1200", notAvailable: "300", pledged: "300" }]);
  const wrong = [
    ...general(),
    ...holding(
      ...siemens,
      ":93B::AGGR//UNIT/1500,",
      ...part(":93C::AVAI//UNIT/1200,"),
      ...part(":93C::NAVL//UNIT/200,"),
    ),
  ];
  expect(reasons(await read(...wrong))).toEqual(["10 amountsDisagree 1200 + 200 ≠ 1500"]);
});

test("several messages and pages of several accounts; an account that holds nothing is stated too", async () => {
  const text =
    message(...general([], "A", "1/MORE"), ...holding(...siemens, ":93B::AGGR//UNIT/1,")) +
    message(...general([], "A", "2/LAST"), ...holding(":35B:ISIN US0378331005", ":93B::AGGR//UNIT/2,")) +
    message(...general([":17B::ACTI//N"], "B"));
  const file = await readAs("positions", text);
  expect(reasons(file)).toEqual([]);
  expect([...file.accounts.values()].map(({ account, to, positions }) => [account, to, positions.length])).toEqual([
    ["A", "2026-08-06", 2],
    ["B", "2026-08-06", 0],
  ]);
});

test.each([
  [
    "a page is missing",
    [...general([], "A", "2/LAST"), ...holding(...siemens, ":93B::AGGR//UNIT/1,")],
    "2 missingValue :28E:1 ≠ :28E:2/LAST",
  ],
  [
    "the last page is missing",
    [...general([], "A", "1/MORE"), ...holding(...siemens, ":93B::AGGR//UNIT/1,")],
    "file missingValue :28E:2",
  ],
  ["no account", holding(...siemens, ":93B::AGGR//UNIT/1,"), "2 missingValue :97A::SAFE"],
  ["no balance", [...general(), ...holding(...siemens)], "10 missingValue :93B::AGGR"],
  [
    "no ISIN of this kind",
    [...general(), ...holding(":35B:ISIN DE0007236102", ":93B::AGGR//UNIT/1,")],
    "10 unknownInstrument DE0007236102",
  ],
  ["no number", [...general(), ...holding(...siemens, ":93B::AGGR//UNIT/1.000,5")], "10 badNumber :93B::AGGR: 1.000,5"],
  [
    "a day to come",
    [":16R:GENL", ":98A::STAT//20990806", ":97A::SAFE//A", ":16S:GENL", ":16R:FIN", ":93B::AGGR//UNIT/1,", ":16S:FIN"],
    "2 futureDate 2099-08-06",
  ],
  ["only changes", general([":22F::CODE//DELT"]), "9 malformedFile :22F::CODE//DELT"],
  [
    "a block that does not close",
    [...general(), ":16R:FIN", ...siemens, ":93B::AGGR//UNIT/1,"],
    "16 malformedFile :16R:FIN",
  ],
])("refused: %s", async (_, lines, reason) => {
  expect(reasons(await read(...lines))[0]).toBe(reason);
});
