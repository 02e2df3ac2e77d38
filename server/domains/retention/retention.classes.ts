/**
 * How long each table keeps what is in it, and how it goes. A table that is missing here does not compile; what a new one keeps
 * of clients is decided when it is made.
 */
import type { DB } from "../../database/schema.generated.ts";

/** The period over, and how its rows are found and go. */
export type RetentionClass =
  /** Until the relationship has been over for the firm's years. Rows name their holder. */
  | "holder"
  /** The same; rows belong to a revision of the holder's form. */
  | "revision"
  /** The same; rows name the person who is the holder. */
  | "person"
  /** The same; rows name the company that is the holder. */
  | "company"
  /** The same, once no other holder whom the row tells of is left. */
  | "shared"
  /** The same; the row stays, since others name it, and what told of the holder is taken out. */
  | "emptied"
  /** With the account: how the person signs in. It stays as long as a company needs to name them. */
  | "account"
  /** The firm's months: when, from where and with what somebody signed in. */
  | "signIn"
  /** Of no client: the firm's own, as long as the firm likes. */
  | "firm"
  /** Lives for minutes, and its own machinery clears it. */
  | "passing";

/**
 * In the order in which a holder's rows go: the ledger's head first, whose lock the portfolio's writers and jobs wait for; what
 * points at a revision before the revision.
 */
export const retentionClasses: Record<keyof DB, RetentionClass> = {
  ledger_checkpoint: "holder",
  ledger_head: "holder",
  ledger_entry: "holder",
  position: "holder",
  cash_balance: "holder",
  daily_value: "holder",
  excluded_instrument: "holder",
  transaction_request: "holder",
  custodian_link: "holder",
  holder_account: "holder",
  form_waiting: "holder",
  form_step_acceptance: "revision",
  form_remark: "revision",
  form_decision: "revision",
  form_revision: "holder",
  form_draft: "holder",
  knowledge_attempt: "holder",
  form_expiry: "holder",
  stored_file: "holder",
  notification: "holder",
  proposal: "holder",
  view_as: "holder",
  staff_task: "person",
  representation: "company",
  import: "shared",
  import_quote: "firm",
  audit_entry: "emptied",
  app_user: "emptied",
  company: "emptied",
  authenticator: "account",
  passkey: "account",
  passkey_registration: "account",
  recovery_code: "account",
  known_browser: "account",
  distribution_group_member: "account",
  sign_in: "signIn",
  challenge: "signIn",
  password_reset: "signIn",
  session: "signIn",
  audit_head: "firm",
  brand_logo: "firm",
  data_field: "firm",
  data_key: "firm",
  distribution_group: "firm",
  fx_rate: "firm",
  instrument: "firm",
  instrument_alias: "firm",
  instrument_split: "firm",
  market_version: "firm",
  job_run: "firm",
  price: "firm",
  saved_view: "firm",
  setting: "firm",
  setting_version: "firm",
  rate_limit: "passing",
  sign_in_failure: "passing",
  passkey_challenge: "passing",
  socket_io_attachments: "passing",
};

export type TableName = keyof DB;

/** The tables of a class, in their order. */
export const tablesOf = (...classes: RetentionClass[]): TableName[] =>
  (Object.keys(retentionClasses) as TableName[]).filter((table) => classes.includes(retentionClasses[table]));
