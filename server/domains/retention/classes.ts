/**
 * How long each table keeps its rows, and how they are deleted. A table missing here is a compile error, so the
 * retention of new tables is decided when they are created.
 */
import type { DB } from "../../database/schema.generated.ts";

/** The retention period, and how rows are found and deleted. */
export type RetentionClass =
  /** Deleted the firm's number of years after the relationship ended. Rows name their holder. */
  | "holder"
  /** The same period; rows belong to a revision of the holder's form. */
  | "revision"
  /** The same period; rows belong to a document of the holder and are deleted with it. */
  | "document"
  /** The same period; rows belong to a contract of the holder and are deleted with it. */
  | "contract"
  /** The same period; rows belong to a ticket of the holder and are deleted with it. */
  | "ticket"
  /** The same period; rows belong to the holder's conversation and are deleted with it. */
  | "chat"
  /** The same period; rows name the person who is the holder. */
  | "person"
  /** The same period; rows name the company that is the holder. */
  | "company"
  /** The same period, once no other holder named in the row remains. */
  | "shared"
  /** The same period; the row stays, because others refer to it, and the holder's data is removed from it. */
  | "emptied"
  /** Deleted with the account: how the person signs in. Kept while a company needs to name them. */
  | "account"
  /** Deleted after the firm's number of months: when, from where and with what somebody signed in. */
  | "signIn"
  /** The firm's own data, not about a client; not deleted. */
  | "firm"
  /** Lives for a day at most and is cleaned up elsewhere. */
  | "passing";

/**
 * In deletion order: the ledger's head first, because the portfolio's writers and jobs wait for its lock; rows that
 * refer to a revision before the revision.
 */
export const retentionClasses: Record<TableName, RetentionClass> = {
  ledger_checkpoint: "holder",
  former_checkpoint: "holder",
  ledger_head: "holder",
  ledger_knowledge: "holder",
  ledger_entry: "holder",
  ledger_undone: "holder",
  ledger_delivery: "holder",
  ledger_delivery_lot: "holder",
  ledger_settlement: "holder",
  position: "holder",
  cash_balance: "holder",
  daily_value: "holder",
  excluded_instrument: "holder",
  excluded_knowledge: "holder",
  announced_income: "holder",
  corporate_action_signature: "holder",
  corporate_action_election: "holder",
  corporate_action_holder: "holder",
  corporate_action_telling: "holder",
  entry_match: "holder",
  payment_review: "holder",
  bank_booking: "holder",
  payment_file_row: "holder",
  withdrawal_confirmation: "holder",
  cash_reservation: "holder",
  transaction_request: "holder",
  target_join: "holder",
  statement_opening: "holder",
  report_opening: "holder",
  subscribed_report: "holder",
  report_subscription: "holder",
  report_telling: "holder",
  report_publication: "holder",
  report_addressee: "holder",
  report: "holder",
  delegation: "holder",
  mandate: "holder",
  position_flag: "holder",
  fall_notice_opening: "holder",
  fall_notice: "holder",
  client_mail: "holder",
  fall_check: "holder",
  benchmark_assignment: "holder",
  cash_hold: "holder",
  custodian_link: "holder",
  stated_position: "holder",
  reconciliation_statement: "holder",
  reconciliation_result: "holder",
  agreed_holding: "holder",
  reconciliation_break: "holder",
  custodian_account: "holder",
  bank_account: "holder",
  bank_account_list: "holder",
  former_deposit_reference: "holder",
  holder_account: "holder",
  screening_decision: "holder",
  screening_candidate: "holder",
  screening_run: "holder",
  screening_subject: "holder",
  screening_holder: "holder",
  form_waiting: "holder",
  identifier_index: "holder",
  form_step_acceptance: "revision",
  form_remark: "revision",
  form_decision: "revision",
  form_revision: "holder",
  form_draft: "holder",
  knowledge_attempt: "holder",
  form_expiry: "holder",
  ticket_merge: "ticket",
  ticket_watcher: "ticket",
  ticket_file: "ticket",
  ticket_mail: "ticket",
  // Of no ticket, or older than three months: deleted by the job tickets.delete-mails.
  unadded_mail: "ticket",
  ticket_comment: "ticket",
  ticket: "holder",
  contract_signature: "contract",
  contract_batch_row: "holder",
  contract: "holder",
  chat_message_file: "chat",
  chat_message_version: "chat",
  chat_reading: "chat",
  chat_note: "chat",
  chat_message: "chat",
  chat: "holder",
  document_request: "holder",
  document_round: "firm",
  document_text: "document",
  document_thumbnail: "document",
  document_version: "document",
  document: "holder",
  stored_file: "holder",
  notification: "holder",
  proposal: "holder",
  legal_hold: "holder",
  data_archive: "holder",
  data_erasure: "holder",
  view_as: "holder",
  client_import_line: "person",
  client_invitation: "person",
  representation: "company",
  withdrawal_signers: "company",
  ownership_share: "company",
  import: "shared",
  data_export: "firm",
  data_export_file: "firm",
  report_schedule: "firm",
  report_run: "firm",
  mailbox_position: "firm",
  // Older than three months: deleted by the job tickets.delete-mails.
  sent_mail: "firm",
  failing_mail: "firm",
  import_quote: "firm",
  import_mapping_version: "firm",
  import_mapping: "firm",
  machine_key: "firm",
  machine_key_token: "firm",
  audit_entry: "emptied",
  // Who paid and what for is emptied by a trigger, with the holder's row of bank_booking.
  bank_entry: "emptied",
  // Its content is emptied by a trigger, with the holder's row of payment_file_row.
  payment_file: "emptied",
  app_user: "emptied",
  company: "emptied",
  authenticator: "account",
  passkey: "account",
  passkey_registration: "account",
  recovery_code: "account",
  known_browser: "account",
  distribution_group_member: "account",
  // Refers to a person; sessions that it opened are deleted before.
  identity_group_member: "account",
  identity_account: "account",
  failed_sign_in: "signIn",
  sign_in: "signIn",
  challenge: "signIn",
  password_reset: "signIn",
  session: "signIn",
  audit_head: "firm",
  corporate_action: "firm",
  corporate_action_version: "firm",
  corporate_action_run: "firm",
  income_announcement: "firm",
  income_announcement_upload: "firm",
  custodian: "firm",
  bank_code: "firm",
  unknown_account: "firm",
  screening_list: "firm",
  screening_round: "firm",
  benchmark: "firm",
  benchmark_part: "firm",
  benchmark_upload: "firm",
  benchmark_value: "firm",
  central_bank_batch: "firm",
  central_bank_rate: "firm",
  central_bank_upload: "firm",
  identity_group: "firm",
  identity_secret: "firm",
  pickup_file: "firm",
  pickup_secret: "firm",
  pickup_source: "firm",
  benchmark_version: "firm",
  // Counts of the sign-ins that are kept: they fall when retention deletes rows.
  setting_former: "firm",
  ticket_topic_former: "firm",
  sign_in_change: "firm",
  sign_in_hour: "firm",
  sign_in_total: "firm",
  brand_logo: "firm",
  migration_ending_older_builds: "firm",
  canned_answer: "firm",
  content_picture: "firm",
  content_version: "firm",
  contract_batch: "firm",
  contract_template: "firm",
  data_field: "firm",
  data_key: "firm",
  distribution_group: "firm",
  fund: "firm",
  fund_document: "firm",
  fund_document_told: "firm",
  fund_nav: "firm",
  fx_rate: "firm",
  instrument: "firm",
  instrument_alias: "firm",
  instrument_cost: "firm",
  instrument_leverage: "firm",
  instrument_split: "firm",
  instrument_knowledge: "firm",
  knowledge_start: "firm",
  market_knowledge: "firm",
  split_knowledge: "firm",
  market_version: "firm",
  job_run: "firm",
  nav_correction: "firm",
  nav_upload: "firm",
  price: "firm",
  saved_view: "firm",
  seal_authority: "firm",
  seal_certificate: "firm",
  setting: "firm",
  setting_version: "firm",
  mail_test: "firm",
  shipped_text: "firm",
  operator_note: "firm",
  demo_portal: "firm",
  staff_invitation: "firm",
  client_import: "firm",
  target_definition: "firm",
  target_order: "firm",
  bulk_change_item: "passing",
  bulk_change: "passing",
  // Whose name stands on what waits: gone with the work.
  work_claim: "passing",
  chat_presence: "passing",
  nav_upload_row: "passing",
  portal_process: "passing",
  rate_limit: "passing",
  upload_fragment: "passing",
  // Thirty days: deleted by the job webhooks.clean.
  webhook_attempt: "firm",
  webhook_delivery: "firm",
  webhook_event: "firm",
  webhook_endpoint: "firm",
  upload: "passing",
  document_batch_entry: "passing",
  document_batch: "passing",
  sign_in_failure: "passing",
  identity_attempt: "passing",
  identity_logout: "passing",
  identity_session: "passing",
  passkey_challenge: "passing",
  socket_io_attachments: "passing",
};

/** A view has no rows of its own. */
export type TableName = Exclude<keyof DB, "current_representation" | "standing_representation" | "current_delegation">;

/** The tables of a class, in order. */
export const listTablesByClass = (...classes: RetentionClass[]): TableName[] =>
  (Object.keys(retentionClasses) as TableName[]).filter((table) => classes.includes(retentionClasses[table]));
