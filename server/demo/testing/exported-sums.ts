/** The sums of an export of everything, beside the portal's own figures: the same lists, in the same order. */
import { sql } from "kysely";
import { exported, order } from "../../domains/data-exports/testing/exported.ts";
import type { TestApp, TestUser } from "../../testing/app.ts";

type Row = Record<string, unknown>;
export interface Sums {
  exported: Row[];
  portal: Row[];
}

const keyOf = ({ type, id, currency, instrument }: Row): string => [type, id, currency, instrument].join(" ");
const inOrder = (rows: readonly Row[]): Row[] => rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

const text = (column: string): string => `cast(cast(sum(${column}) as decimal(38, 8)) as varchar)`;

/** From the first entry to the day, by holder and currency, instrument or day. */
export async function compareSums(app: TestApp, office: TestUser, to: string): Promise<Record<string, Sums>> {
  const { db } = app.database;
  const { rows: days } = await sql<{ first: string }>`
    select min(first_day)::text as first from ledger_head`.execute(db);
  const { query, made } = await exported(app, office, order({ from: days[0]?.first ?? to, to, positions: "monthEnd" }));
  if (made.state !== "ready") throw new Error(`the export is ${made.state}: ${made.failure}`);
  const portal = async (statement: string) => (await sql<Row>`${sql.raw(statement)}`.execute(db)).rows;
  const ordered = async (statement: string): Promise<Row[]> => inOrder(await query(statement));
  const compare = async (ours: string, theirs: string): Promise<Sums> => ({
    exported: inOrder(await query(ours)),
    portal: inOrder(await portal(theirs)),
  });
  return {
    cash: await compare(
      `select holder_type as type, holder_id as id, currency, ${text("amount")} as sum from (
        select holder_type, holder_id, currency, amount from entries where state = 'booked'
        union all select holder_type, holder_id, counter_currency, counter_amount from entries
          where state = 'booked' and counter_currency is not null
      ) group by all having sum(amount) <> 0`,
      `select holder_type as type, holder_id::text as id, currency, round(amount, 8)::text as sum from cash_balance
        where amount <> 0`,
    ),
    units: await compare(
      `select holder_type as type, holder_id as id, instrument, ${text("quantity")} as sum from (
        select holder_type, holder_id, instrument_id as instrument, quantity from entries
          where state = 'booked' and instrument_id is not null
        union all select holder_type, holder_id, counter_instrument_id, counter_quantity from entries
          where state = 'booked' and counter_instrument_id is not null
      ) group by all having sum(quantity) <> 0`,
      `select holder_type as type, holder_id::text as id, instrument_id::text as instrument, round(quantity, 8)::text as sum
        from position where quantity <> 0`,
    ),
    fees: await compare(
      `select holder_type as type, holder_id as id, currency, ${text("amount")} as sum from fees group by all`,
      `select holder_type as type, holder_id::text as id, currency, round(sum(fee), 8)::text as sum from (
          select holder_type, holder_id, currency,
            coalesce(case when kind = 'fee' then -amount when kind = 'interest' and amount < 0 then -amount else fee end, 0) as fee
          from ledger_entry as entry
          where kind <> 'reversal' and not exists (select from ledger_entry as undone where undone.reverses = entry.id)
        ) charged where fee <> 0 group by 1, 2, 3 having sum(fee) <> 0`,
    ),
    feesOfDays: {
      exported: await ordered(
        `select holder_type as type, holder_id as id, ${text("amount_in_contract_currency")} as sum from fees
          group by all having sum(amount_in_contract_currency) <> 0`,
      ),
      portal: await ordered(
        `select holder_type as type, holder_id as id, ${text("fees")} as sum from values
          group by all having sum(fees) <> 0`,
      ),
    },
  };
}

/** The value of each holder on the day: by the export, and as the portal's page has it, in hundredths. */
export async function compareValues(app: TestApp, office: TestUser, to: string): Promise<Sums> {
  const { query } = await exported(app, office, order({ from: to, to, contents: ["values", "positions"] }));
  const rows = await query(`
    select v.holder_type as type, v.holder_id as id, cast(round(v.value, 2) as varchar) as value,
      cast(round(coalesce(p.value, 0), 2) as varchar) as positions
    from values v left join (select holder_type, holder_id, sum(value) as value from positions group by all) p
      using (holder_type, holder_id)`);
  const pages = await Promise.all(
    rows.map(async ({ type, id }) => {
      const { currentValue } = await office.client.portfolios.getAsOf({
        params: { holderType: type as "user", holderId: Number(id), day: to },
        query: {},
      });
      const value = (currentValue ?? 0).toFixed(2);
      return { type, id, value, positions: value };
    }),
  );
  return { exported: rows, portal: pages };
}
