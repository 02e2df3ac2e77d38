/** Where a holder's holdings lie, as far as the entries state it. */
import type { Custody } from "@portico/api/portfolio-custody.ts";
import { divideByCustodian } from "@portico/ledger/custody.ts";
import { Decimal, plain } from "@portico/ledger/decimal.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { listMoved } from "./custody.queries.ts";

/** The holdings of the stored ledger, each divided by custodian. */
export async function listCustody(db: Db, { baseCurrency, ...holder }: CustodyAccount): Promise<Custody> {
  const rows = await listMoved(db, holder);
  const holdings = rows.map(({ key, isCash, held, moved }) => {
    const sums = (moved ?? []).map(({ custodian, quantity }) => ({ custodian, quantity: new Decimal(quantity) }));
    const parts = divideByCustodian(sums, new Decimal(held), isCash);
    return { key, parts: parts.map(({ custodian, quantity }) => ({ custodian, quantity: plain(quantity) })) };
  });
  return { contractCurrency: baseCurrency, holdings, reason: null };
}
