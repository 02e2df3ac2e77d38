/** SQL of the holders whose ledgers are exported. */
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Trx } from "../../../kernel/transaction.ts";
import { ofFlex } from "../../portfolios/portfolios.ts";
import type { ExportOrder } from "./order.ts";

export interface ExportedAccount extends Holder {
  clientNumber: string | null;
  baseCurrency: string;
  firstDay: string | null;
  computedUntil: string | null;
  recomputeFrom: string | null;
}
interface Listed extends ExportedAccount {
  isWanted: boolean;
  isElsewhere: boolean;
}

/** Ledgers looked at in one statement. */
const pageSize = 200;

/** How many ledgers there are. */
export async function countLedgers(trx: Trx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ledger_head where entries > 0`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** Of one custodian: who has or had an account there, or an entry up to the period's end that names it. */
function isWanted({ scope, group, custodianId, to }: ExportOrder): RawBuilder<SqlBool> {
  if (scope === "group")
    return sql`head.holder_type = 'user' and exists (
      select from distribution_group_member as member where member.group_name = ${group} and member.user_id = head.holder_id)`;
  if (scope === "custodian")
    return sql`(exists (
        select from custodian_account as own where own.custodian_id = ${custodianId}::bigint
          and own.holder_type = head.holder_type and own.holder_id = head.holder_id)
      or exists (
        select from ledger_entry as entry left join import on import.id = entry.import_id
        where entry.holder_type = head.holder_type and entry.holder_id = head.holder_id and entry.day <= ${to}::date
          and (import.custodian_id = ${custodianId}::bigint
            or lower(coalesce(entry.custodian, case import.format when 'ibFlex' then ${ofFlex} end)) in (
              select lower(unnest(array[custodian.name] || custodian.other_names)) from custodian
              where custodian.id = ${custodianId}::bigint))))`;
  return sql`true`;
}

/** The ledgers of the order that begin before its end, some at a time, and how many of all were looked at so far. */
export async function* readAccounts(
  trx: Trx,
  order: ExportOrder,
): AsyncGenerator<{ accounts: ExportedAccount[]; seen: number; elsewhere: number }> {
  let after: Holder = { holderType: "company", holderId: 0 };
  let seen = 0;
  let elsewhere = 0;
  for (;;) {
    const { rows } = await sql<Listed>`
      select head.holder_type as "holderType", head.holder_id as "holderId", account.client_number as "clientNumber",
        account.base_currency as "baseCurrency", head.first_day as "firstDay", head.computed_until as "computedUntil",
        head.recompute_from as "recomputeFrom", head.first_day <= ${order.to}::date and ${isWanted(order)} as "isWanted",
        link.holder_id is not null as "isElsewhere"
      from ledger_head as head
        join holder_account as account on account.holder_type = head.holder_type and account.holder_id = head.holder_id
        left join custodian_link as link on link.holder_type = head.holder_type and link.holder_id = head.holder_id
      where head.entries > 0 and (head.holder_type, head.holder_id) > (${after.holderType}, ${after.holderId}::bigint)
      order by head.holder_type, head.holder_id limit ${pageSize}`.execute(trx);
    const last = rows.at(-1);
    if (!last) return;
    seen += rows.length;
    const wanted = rows.filter((row) => row.isWanted);
    elsewhere += wanted.filter((row) => row.isElsewhere).length;
    yield { accounts: wanted.filter((row) => !row.isElsewhere), seen, elsewhere };
    after = last;
  }
}
