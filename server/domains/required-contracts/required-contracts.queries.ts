/** SQL of required contracts: the template in use, and how far the holder is with a contract of that type. */
import type { ContractState } from "@portico/api/contract-states.ts";
import type { TemplateContent } from "@portico/api/contracts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";

/** Name of the template in use, and who it is for. */
export async function findTemplateInUse(
  db: Db,
  type: string,
): Promise<Pick<TemplateContent, "name" | "for"> | undefined> {
  const row = await db
    .selectFrom("contract_template")
    .select("content")
    .where("type", "=", type)
    .where("state", "=", "inUse")
    .executeTakeFirst();
  return row && (row.content as unknown as TemplateContent);
}

interface ContractRecord {
  id: number;
  state: ContractState;
  /** Signatures of the holder's side. */
  signed: number;
  signed_by_reader: boolean;
}

/** The holder's contract of the type that is furthest: signed by both sides, else awaiting a signature, else the last. */
export async function findFurthestContract(
  db: Db,
  { holderType, holderId }: Holder,
  { type, readerId }: { type: string; readerId: number },
): Promise<ContractRecord | undefined> {
  const { rows } = await sql<ContractRecord>`
    select contract.id, contract.state, count(signature.id)::int as signed,
      coalesce(bool_or(signature.user_id = ${readerId}), false) as signed_by_reader
    from contract
      left join contract_signature signature on signature.contract_id = contract.id and signature.side = 'client'
    where contract.holder_type = ${holderType} and contract.holder_id = ${holderId} and contract_type = ${type}
    group by contract.id
    order by contract.state = 'approved' desc, contract.state in ('awaitingAdmin', 'awaitingClient') desc,
      contract.id desc
    limit 1`.execute(db);
  return rows[0];
}
