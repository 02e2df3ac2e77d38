/** Rates of Narodowy Bank Polski in a test database: real ones of the dollar from table A, and any others. */

import type { Db } from "../../../kernel/transaction.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { insertBatch } from "../../central-banks/rates.queries.ts";

export const dollarRates: Readonly<Record<string, string>> = {
  "2024-09-13": "3.8659",
  "2024-12-13": "4.0738",
  "2025-02-18": "3.9729",
  "2025-03-28": "3.8817",
  "2025-10-13": "3.6763",
  "2025-11-12": "3.6570",
  "2025-12-30": "3.5936",
};

export const addNbpRates = (db: Db, rates: Readonly<Record<string, string>>, currency = "USD"): Promise<number> =>
  inTransaction(db, (trx) =>
    insertBatch(
      trx,
      { bank: "NBP", source: "file", uploadId: null },
      Object.entries(rates).map(([day, rate]) => ({ currency, day, rate, units: 1, table: `of ${day}` })),
    ),
  );
