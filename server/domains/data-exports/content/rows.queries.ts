/** SQL of the rows of an export: entries, and days as they are stored. */
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, sql } from "kysely";
import type { Trx } from "../../../kernel/transaction.ts";
import { ofFlex } from "../../portfolios/portfolios.ts";
import type { Cell } from "./columns.ts";

interface Period {
  from: string;
  to: string;
}

/** Between the cells of a row that is read as one text: many times as fast as a column each. */
const separator = "\u001f";
const rowsAtOnce = 2000;

const unfolded = (holders: readonly Holder[]) => sql`
  unnest(${holders.map(({ holderType }) => holderType)}::text[], ${holders.map(({ holderId }) => holderId)}::bigint[])`;

const instantOf = (column: string): RawBuilder<unknown> => sql`(date_part('epoch', ${sql.raw(column)}) * 1000)::bigint`;
/** A text from outside, without the separator. */
const clean = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`translate(${text}, ${separator}, ' ')`;
const entry = (column: string): RawBuilder<unknown> => sql.raw(`entry.${column}`);

/** In the order of `columnsOf.entries`. */
const entryCells: readonly RawBuilder<unknown>[] = [
  entry("id"),
  entry("holder_type"),
  entry("holder_id"),
  sql`account.client_number`,
  entry("day"),
  instantOf("entry.booked_at"),
  entry("timed"),
  instantOf("entry.recorded_at"),
  entry("kind"),
  sql`case when undone.entry_id is not null then 'cancelled' when entry.kind = 'reversal' then 'reversal' else 'booked' end`,
  sql`undone.reversal_id`,
  entry("reverses"),
  entry("instrument_id"),
  sql`instrument.isin`,
  clean(sql`instrument.ticker`),
  clean(sql`instrument.name`),
  sql`instrument.asset_class`,
  ...["quantity", "price", "currency", "amount", "fee", "tax", "accrued_interest", "cost"].map(entry),
  ...["counter_currency", "counter_amount", "counter_instrument_id"].map(entry),
  sql`counter.isin`,
  entry("counter_quantity"),
  clean(sql`coalesce(entry.custodian, case import.format when 'ibFlex' then ${ofFlex} end)`),
  clean(entry("order_id")),
  clean(entry("external_id")),
  clean(entry("description")),
];

const toCells = ({ line }: { line: string }): Cell[] =>
  line.split(separator).map((cell) => (cell === "" ? null : cell));

/** Rows of a statement whose first column is `line`, by a cursor of the transaction. */
async function* fetchRows(trx: Trx, statement: RawBuilder<unknown>): AsyncGenerator<Cell[][]> {
  await sql`declare exported no scroll cursor for ${statement}`.execute(trx);
  try {
    for (;;) {
      const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(rowsAtOnce))} from exported`.execute(trx);
      if (rows.length > 0) yield rows.map(toCells);
      if (rows.length < rowsAtOnce) return;
    }
  } finally {
    await sql`close exported`.execute(trx);
  }
}

const joined = (cells: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`concat(${sql.join(cells, sql`, ${sql.lit(separator)}, `)}) as line`;

/** The holders' entries of the period, cancelled ones and reversals too, in booking order. */
export const readEntries = (trx: Trx, holders: readonly Holder[], { from, to }: Period): AsyncGenerator<Cell[][]> =>
  fetchRows(
    trx,
    sql`
      select ${joined(entryCells)}
      from ${unfolded(holders)} with ordinality as wanted (of_type, of_holder, place)
        join holder_account as account on account.holder_type = of_type and account.holder_id = of_holder
        cross join lateral (
          select * from ledger_entry
          where holder_type = of_type and holder_id = of_holder and day between ${from}::date and ${to}::date
          order by day, booked_at, id
        ) as entry
        left join ledger_undone as undone on undone.holder_type = of_type and undone.holder_id = of_holder
          and undone.entry_id = entry.id
        left join instrument on instrument.id = entry.instrument_id
        left join instrument as counter on counter.id = entry.counter_instrument_id
        left join import on import.id = entry.import_id`,
  );

/** In the order of `columnsOf.values`. */
const valueCells: readonly RawBuilder<unknown>[] = [
  sql`stored.day`,
  sql`of_type`,
  sql`of_holder`,
  sql`account.client_number`,
  sql`account.base_currency`,
  ...["value", "deposits", "inflow", "price", "fx", "income", "fees", "tax", "net_deposits", "complete"].map((name) =>
    sql.raw(`stored.${name}`),
  ),
];

/** The stored days of the period, of each holder before the day that is given with it. */
export const readStoredDays = (
  trx: Trx,
  holders: readonly (Holder & { before: string })[],
  { from, to }: Period,
): AsyncGenerator<Cell[][]> =>
  fetchRows(
    trx,
    sql`
      select ${joined(valueCells)}
      from unnest(${holders.map(({ holderType }) => holderType)}::text[], ${holders.map(({ holderId }) => holderId)}::bigint[],
          ${holders.map(({ before }) => before)}::date[]) as wanted (of_type, of_holder, before_day)
        join holder_account as account on account.holder_type = of_type and account.holder_id = of_holder
        join daily_value as stored on stored.holder_type = of_type and stored.holder_id = of_holder
          and stored.day between ${from}::date and ${to}::date and stored.day < before_day
      order by of_type, of_holder, stored.day`,
  );

/** When the transaction sees the database, in ISO 8601. */
export async function readSnapshotTime(trx: Trx): Promise<string> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(trx);
  if (!rows[0]) throw new Error("the database did not tell its time");
  return rows[0].at.toISOString();
}
