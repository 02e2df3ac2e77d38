/**
 * What of each table belongs into the archive of a person's data. Every table of a class about people is in it, so a new
 * one is too, unless it is left out here with the reason (docs/decisions/0377-archives-of-a-person.md).
 */
import { listTablesByClass, type TableName } from "../../retention/classes.ts";

/** Why a table is left out: others' data, the firm's own work, made of other rows, or nothing that may be told. */
type LeftOut = "others" | "internal" | "derived" | "secret";

export const leftOut: Partial<Record<TableName, LeftOut>> = {
  // Files that name many clients; what concerns the person was booked.
  import: "others",
  withdrawal_signers: "others",
  ticket_watcher: "others",
  // Notes, reviews and decisions of colleagues.
  chat_note: "internal",
  form_waiting: "internal",
  payment_review: "internal",
  position_flag: "internal",
  proposal: "internal",
  reconciliation_break: "internal",
  reconciliation_result: "internal",
  agreed_holding: "internal",
  report_addressee: "internal",
  data_archive: "internal",
  // What an authority demands may not be told.
  legal_hold: "secret",
  // Nobody tells a client of screening (AMLR, Article 73).
  screening_candidate: "secret",
  screening_decision: "secret",
  screening_holder: "secret",
  screening_run: "secret",
  screening_subject: "secret",
  ledger_checkpoint: "derived",
  former_checkpoint: "derived",
  ledger_head: "derived",
  ledger_knowledge: "derived",
  excluded_knowledge: "derived",
  identifier_index: "derived",
  document_text: "derived",
  document_thumbnail: "derived",
};

/** Classes of tables whose rows are about a holder or a person. */
export const personal = [
  "holder",
  "revision",
  "document",
  "contract",
  "ticket",
  "chat",
  "person",
  "company",
  "shared",
  "account",
  "signIn",
] as const;

/** The tables of which rows of the person are in the archive: first their own row, then in the order of retention. */
export const archivedTables: readonly TableName[] = [
  "app_user",
  ...listTablesByClass(...personal).filter((table) => leftOut[table] === undefined),
];

/** Columns with which somebody could sign in or pass for the person, and those made of others for a search. */
const omitted =
  /(hash|secret|salt|token|password|client_key|mail_key|request_key|credential_id|public_key|webauthn_challenge|^words|^search_text)$/;
/** Who of the firm looked, and why, is not the person's. */
const omittedOf: Partial<Record<TableName, readonly string[]>> = {
  app_user: ["held", "assigned_to"],
  view_as: ["staff_id", "session_id", "reason"],
};

export const isOmitted = (table: TableName, column: string): boolean =>
  omitted.test(column) || omittedOf[table]?.includes(column) === true;

/** Columns whose content is encrypted, and is opened for the archive. */
export const sealedColumns: Partial<Record<TableName, "answers">> = {
  form_draft: "answers",
  form_revision: "answers",
  knowledge_attempt: "answers",
};
