/** SQL of the search by numbers: whose client number, bank account, phone, address or identifier it is, or a part of it. */

import { lower } from "@portico/api/rules/search-folded.ts";
import { searchLimits } from "@portico/api/rules/search-limits.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";

export interface NumberedRow {
  holder_type: Holder["holderType"];
  holder_id: number;
  /** The whole number, its beginning, or a part of it. */
  rank: "exact" | "beginnings" | "parts";
}

const limit = sql.lit(searchLimits.ofKind);
const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&");

/** So many of those with the number are looked at. */
const mostHits = 5_000;

/** Rows of a table whose number is the one given, begins with it, or contains it: the best and newest first. */
function partOf(
  from: RawBuilder<unknown>,
  number: RawBuilder<unknown>,
  asked: string,
  isBeginning = asked.length < 3,
): RawBuilder<unknown> {
  const pattern = isBeginning ? `${asked}%` : `%${asked}%`;
  // Planned as if all were read, so that the index is used and not the order of the ids.
  return sql`(
    with hits as materialized (select holder_type, holder_id, ${number} as number ${from} and ${number} like ${pattern})
    select holder_type, holder_id,
      case when number = ${asked} then 'exact' when number like ${`${asked}%`} then 'beginnings' else 'parts' end as rank
    from (select holder_type, holder_id, number from hits limit ${sql.lit(mostHits)}) as few
    order by number = ${asked} desc, number like ${`${asked}%`} desc, holder_id desc limit ${limit}
  )`;
}

const accounts = (asked: string) =>
  partOf(
    sql`from holder_account where client_number is not null`,
    sql`regexp_replace(lower(client_number), '[^[:alnum:]]', '', 'g')`,
    asked,
  );
const ibans = (asked: string) =>
  // The letters of a bank are in each of its numbers: with the country's before them, the number begins so.
  partOf(
    sql`from bank_account where removed_at is null and iban is not null`,
    sql`iban`,
    asked.toUpperCase(),
    /^[a-z]{2}\d/.test(asked),
  );
const phones = (digits: string) =>
  partOf(
    sql`from (select 'user' as holder_type, id as holder_id, phone from app_user) as person where phone is not null`,
    sql`regexp_replace(phone, '\\D', '', 'g')`,
    digits,
  );

/** What the text may be a part of; nothing for a text without a digit or an at sign. */
function waysOf(searched: string, digests: readonly Buffer[]): RawBuilder<unknown>[] {
  const signs = lower(searched).replaceAll(/[^\p{L}\p{N}]/gu, "");
  const digits = searched.replaceAll(/\D/g, "").replace(/^0+/, "");
  const [, id] = /^#?([1-9]\d{0,14})$/.exec(searched) ?? [];
  return [
    ...(/\d/.test(signs) ? [accounts(escaped(signs))] : []),
    ...(/\d/.test(signs) && signs.length >= 6 && /^[a-z\d]+$/.test(signs) ? [ibans(signs)] : []),
    ...(/^[+\d\s()/.-]+$/.test(searched) && digits.length >= 6 ? [phones(digits)] : []),
    ...(/^[^@\s]+@[^@\s]*$/.test(searched)
      ? [
          sql`(select 'user' as holder_type, id as holder_id, case when email = ${lower(searched)} then 'exact' else 'beginnings' end as rank
            from app_user where email like ${`${escaped(lower(searched))}%`} order by id desc limit ${limit})`,
        ]
      : []),
    // One by one: of a thousand at once PostgreSQL expects so many rows that it reads the table.
    ...(digests.length > 0
      ? [
          sql`(
            select holder_type, holder_id, 'exact' as rank from unnest(${[...digests]}::bytea[]) as digest
            cross join lateral (
              with hits as materialized (
                select holder_type, holder_id from identifier_index where digests @> array[digest]
              ) select holder_type, holder_id from hits limit ${limit}
            ) as found limit ${limit}
          )`,
        ]
      : []),
    ...(id === undefined
      ? []
      : [
          sql`select 'user' as holder_type, id as holder_id, 'exact' as rank from app_user where id = ${id}::bigint`,
          sql`select 'company' as holder_type, id as holder_id, 'exact' as rank from company where id = ${id}::bigint`,
        ]),
  ];
}

/** Holders with the number, each as often as it is found; `digests` are those that the number has as an identifier. */
export async function findNumbered(db: Db, searched: string, digests: readonly Buffer[]): Promise<NumberedRow[]> {
  const ways = waysOf(searched, digests);
  if (ways.length === 0) return [];
  const { rows } = await sql<NumberedRow>`/* planned for its values */
    ${sql.join(ways, sql` union all `)}`.execute(db);
  return rows;
}
