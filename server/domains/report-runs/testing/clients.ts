/** Many clients with a portfolio, for runs. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../../kernel/transaction.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { buy, deposit, makeInstruments, price } from "../../portfolios/testing/firm.ts";

export const quarter = { kind: "assets", from: "2026-01-01", to: "2026-03-31" } as const;

let made = 0;

/** An instrument with a price at the quarter's end. */
export async function makePriced(db: Db): Promise<number> {
  made += 1;
  const [id = 0] = Object.values(await makeInstruments(db, { [`RUN${made}`]: "EUR" }));
  await price(db, id, "2026-03-30", "110");
  return id;
}

/** People with a client number, a deposit and a purchase in the quarter; by name in their order. */
export async function makeInvested(db: Db, count: number, instrumentId: number): Promise<Holder[]> {
  made += 1;
  const { rows } = await sql<{ id: number }>`
    insert into app_user (email, name, password_hash, state, role, email_confirmed_at)
    select 'run-' || ${made}::text || '-' || n || '@example.org', 'Runner ' || ${made}::text || '-' || lpad(n::text, 6, '0'), '-', 'postKYC', 'client',
      now()
    from generate_series(1, ${count}) n order by n returning id`.execute(db);
  await sql`
    insert into holder_account (holder_type, holder_id, client_number)
    select 'user', id, 'RUN-' || id from unnest(${rows.map(({ id }) => id)}::bigint[]) id`.execute(db);
  const holders = rows.map(({ id }): Holder => ({ holderType: "user", holderId: id }));
  for (const holder of holders)
    await bookEntries(db, holder, [deposit("2026-01-05", "1000"), buy("2026-01-06", instrumentId, "2", "-200")]);
  return holders;
}
