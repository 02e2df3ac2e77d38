/** SQL of signatures. */
import type { ContractSide } from "@portico/api/contract-states.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export interface SignatureRecord {
  side: ContractSide;
  user_id: number;
  name: string;
  /** The question that was asked about a name other than the account's, and answered with yes. */
  name_question: string | null;
  account_name: string;
  account_email: string;
  signed_at: Date;
  address: string;
  user_agent: string;
  sha256: Buffer;
  agreement_version: number | null;
  agreement: string | null;
  factor: string | null;
  challenge_id: number | null;
  /** When the code was mailed. */
  code_sent_at: Date | null;
  /** How the signer read the file, and when; null for the firm, and before this was recorded. */
  shown_how: "displayed" | "downloaded" | "unstated" | null;
  shown_at: Date | null;
}

export const listSignatures = (db: Db, contractId: number): Promise<SignatureRecord[]> =>
  db
    .selectFrom("contract_signature")
    .select([
      "side",
      "user_id",
      "name",
      "name_question",
      "account_name",
      "account_email",
      "signed_at",
      "address",
      "user_agent",
      "sha256",
      "agreement_version",
      "agreement",
      "factor",
      "challenge_id",
      "code_sent_at",
      "shown_how",
      "shown_at",
    ])
    .where("contract_id", "=", contractId)
    .orderBy("id")
    .execute() as Promise<SignatureRecord[]>;

/** Who signed for the holder and has an account that is not disabled. */
export const listHolderSigners = (db: Db, contractId: number): Promise<{ user_id: number; signed_at: Date }[]> =>
  db
    .selectFrom("contract_signature")
    .innerJoin("app_user", "app_user.id", "user_id")
    .select(["user_id", "signed_at"])
    .where("contract_id", "=", contractId)
    .where("side", "=", "client")
    .where("app_user.state", "<>", "disabled")
    .orderBy("contract_signature.id")
    .execute();

interface NewSignature extends Omit<SignatureRecord, "account_name" | "account_email" | "signed_at" | "code_sent_at"> {
  contract_id: number;
}

/** Adds a signature with the account's name and e-mail; false if the person has signed before. */
export async function insertSignature(trx: Trx, one: NewSignature): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into contract_signature (contract_id, side, user_id, name, name_question, account_name, account_email, address, user_agent,
      sha256, agreement_version, agreement, factor, challenge_id, code_sent_at, shown_how, shown_at)
    select ${one.contract_id}, ${one.side}, id, ${one.name}, ${one.name_question},
      app_user.name, email, ${one.address}, ${one.user_agent},
      ${one.sha256}, ${one.agreement_version}, ${one.agreement}, ${one.factor}, ${one.challenge_id},
      (select created_at from challenge where id = ${one.challenge_id}), ${one.shown_how},
      case when ${one.shown_at}::timestamptz is not null then least(${one.shown_at}::timestamptz, now()) end
    from app_user where id = ${one.user_id}
    on conflict do nothing`.execute(trx);
  return numAffectedRows === 1n;
}
