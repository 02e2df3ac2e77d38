/** Damaged files of holdings and of OpenWealth: read or refused, but never a crash, and nothing booked against its posting. */
import { expect, test } from "vitest";
import { fileContent } from "../reading/file-content.ts";
import { readFile } from "../reading/reader.ts";
import { sum } from "../reading/values.ts";
import { mutated, mutationCount } from "../testing/mutations.ts";
import {
  apple,
  asFile,
  bond,
  cashMoved,
  posted,
  statedCash,
  statedPosition,
  transaction,
  unitsMoved,
} from "../testing/openwealth-fixtures.ts";

const transactions = asFile(
  transaction(
    "t1",
    "buy",
    [
      unitsMoved(apple, 40, { positionCurrency: "USD", price: { type: "actual", value: 150, currency: "USD" } }),
      cashMoved("cash", -5100, "CHF", {
        foreignExchangeRate: { sourceCurrency: "USD", targetCurrency: "CHF", value: 0.85 },
      }),
      cashMoved("brokerageFee", -200.25),
    ],
    [posted(-5300.25)],
  ),
  transaction("t2", "coupon", [cashMoved("cash", 1000), cashMoved("withholdingTax", -335)], [posted(665)], {
    triggeringFinancialInstrument: bond,
  }),
);
const positions = asFile(
  statedPosition(apple, 40, "USD", { price: { type: "actual", value: 150, currency: "USD" } }),
  statedCash(500000, "CHF"),
);
const mt535 = `{1:F01BANKDEFF}{2:O5351200260806}{4:
:16R:GENL
:28E:1/ONLY
:20C::SEME//X1
:23G:NEWM
:98A::STAT//20260806
:97A::SAFE//DEPOT-1
:17B::ACTI//Y
:16S:GENL
:16R:FIN
:35B:ISIN DE0007236101
SIEMENS AG
:90B::MRKT//ACTU/EUR37,2
:93B::AGGR//UNIT/1500,
:16R:SUBBAL
:93C::AVAI//UNIT/1200,
:16S:SUBBAL
:19A::HOLD//EUR55800,
:70E::HOLD//1STK++++20260107
237,267+EUR
:16S:FIN
-}
`;
const semt002 = `<?xml version="1.0" encoding="utf-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:semt.002.001.11"><SctiesBalCtdyRpt>
<StmtGnlDtls><StmtDtTm><Dt>2026-07-16</Dt></StmtDtTm></StmtGnlDtls>
<SfkpgAcct><Id>60011234</Id><BaseCcy>USD</BaseCcy></SfkpgAcct>
<BalForAcct><FinInstrmId><ISIN>US0378331005</ISIN></FinInstrmId><AggtBal><Qty><Unit>22792</Unit></Qty></AggtBal>
<PricDtls><Val><Amt Ccy="USD">253.79</Amt></Val></PricDtls></BalForAcct>
</SctiesBalCtdyRpt></Document>`;

const given = { today: "2026-11-20", zone: "Europe/Sofia" };

test.each([
  ["openWealth", transactions],
  ["openWealth", positions],
  ["mt535", mt535],
  ["semt002", semt002],
])(
  "%s",
  async (format, text) => {
    const bytes = Buffer.from(text);
    expect((await readFile(fileContent("sound", bytes), given)).format).toBe(format);
    for (let seed = 0; seed < mutationCount; seed += 1) {
      const file = await readFile(fileContent(`damaged ${seed}`, mutated(bytes, seed)), given);
      for (const { quantity, amount } of file.entries)
        expect(
          [quantity ?? "0", amount].every((value) => /^-?\d+(\.\d+)?$/.test(value)),
          `seed ${seed}`,
        ).toBe(true);
      for (const { positions: stated } of file.accounts.values())
        for (const { quantity, available, notAvailable } of stated)
          if (available !== undefined && notAvailable !== undefined)
            expect(sum(available, notAvailable), `seed ${seed}`).toBe(quantity);
    }
  },
  3_600_000,
);
