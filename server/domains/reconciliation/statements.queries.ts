/** SQL of what custodians state of accounts. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Trx } from "../../kernel/transaction.ts";

/** What a file states of one account: a list of positions, or the cash of one currency. */
export interface NewStatement {
  holder: Holder;
  custodianId: number;
  account: string;
  day: string;
  part: "positions" | "cash";
  currency: string | null;
  amount: string | null;
  whole: boolean;
  positions: readonly { instrumentId: number | null; name: string; isin: string | null; quantity: string }[];
}

/** Stores the statements; those that stood for the same account, day and part are replaced. */
export async function insertStatements(trx: Trx, statements: readonly NewStatement[], importId: number): Promise<void> {
  if (statements.length === 0) return;
  const column = <Value>(of: (one: NewStatement) => Value): Value[] => statements.map(of);
  const keys = sql`
    ${column((one) => one.custodianId)}::bigint[], ${column((one) => one.account)}::text[], ${column((one) => one.day)}::date[],
    ${column((one) => one.part)}::text[], ${column((one) => one.currency)}::text[]`;
  const former = await sql<StatementKey & { version: number }>`
    update reconciliation_statement as stated set replaced_at = now()
    from unnest(${keys}) as given (custodian_id, account, day, part, currency)
    where stated.replaced_at is null and stated.custodian_id = given.custodian_id and stated.account = given.account
      and stated.day = given.day and stated.part = given.part and stated.currency is not distinct from given.currency
    returning ${keyColumns}, stated.version`.execute(trx);
  const versions = new Map(former.rows.map((row) => [keyOf(row), row.version + 1]));
  const { rows } = await sql<StatementKey & { id: number }>`
    insert into reconciliation_statement as stated (custodian_id, account, day, part, currency, holder_type, holder_id, amount, whole,
      import_id, version)
    select * from unnest(${keys},
      ${column(({ holder }) => holder.holderType)}::text[], ${column(({ holder }) => holder.holderId)}::bigint[],
      ${column((one) => one.amount)}::numeric[], ${column((one) => one.whole)}::boolean[], ${statements.map(() => importId)}::bigint[],
      ${statements.map((one) => versions.get(keyOf(one)) ?? 1)}::int[])
    returning ${keyColumns}, stated.id`.execute(trx);
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]));
  await insertPositions(
    trx,
    statements.flatMap((one) =>
      one.positions.map((position, place) => ({
        ...position,
        ...one.holder,
        statementId: ids.get(keyOf(one)) ?? 0,
        no: place + 1,
      })),
    ),
  );
}

type StatementKey = Pick<NewStatement, "custodianId" | "account" | "day" | "part" | "currency">;
const keyColumns = sql`stated.custodian_id as "custodianId", stated.account, stated.day::text, stated.part, stated.currency`;
const keyOf = ({ custodianId, account, day, part, currency }: StatementKey): string =>
  [custodianId, account, day, part, currency ?? ""].join(" ");

type Row = NewStatement["positions"][number] & Holder & { statementId: number; no: number };

async function insertPositions(trx: Trx, rows: readonly Row[]): Promise<void> {
  const column = <Value>(of: (one: Row) => Value): Value[] => rows.map(of);
  await sql`
    insert into stated_position (holder_type, holder_id, statement_id, no, instrument_id, name, isin, quantity)
    select * from unnest(
      ${column((one) => one.holderType)}::text[], ${column((one) => one.holderId)}::bigint[], ${column((one) => one.statementId)}::bigint[],
      ${column((one) => one.no)}::int[], ${column((one) => one.instrumentId)}::bigint[], ${column((one) => one.name)}::text[],
      ${column((one) => one.isin)}::text[], ${column((one) => one.quantity)}::numeric[])`.execute(trx);
}
