/**
 * Sets the database's clock back: the demo is seeded through the product's own services over a past year, so times set
 * by the database (`now()`, column defaults) must be the seed's. For the demo's own connection only.
 */
import { dayIn } from "@portico/api/rules/calendar.ts";
import {
  ColumnNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type PrimitiveValueListNode,
  type QueryId,
  type QueryResult,
  type RawNode,
  type RootOperationNode,
  type UnknownRow,
  ValueNode,
  ValuesNode,
} from "kysely";
import { settingDefaults } from "../domains/settings/defaults.ts";

/** Columns with the current time as default, in the tables that the seed writes. */
const timeColumns: Readonly<Record<string, readonly string[]>> = {
  app_user: ["created_at"],
  holder_account: ["created_at"],
  company: ["created_at"],
  representation: ["valid_from", "written_at"],
  ownership_share: ["confirmed_at"],
  session: ["created_at", "last_seen_at"],
  shipped_text: ["noted_at"],
  knowledge_attempt: ["answered_at"],
  bank_account: ["created_at", "changed_at"],
  stored_file: ["created_at"],
  document: ["changed_at"],
  document_version: ["created_at"],
  document_request: ["created_at"],
  contract: ["created_at", "state_changed_at"],
  contract_signature: ["signed_at"],
  contract_template: ["changed_at"],
  ticket: ["state_changed_at", "created_at", "changed_at"],
  ticket_comment: ["created_at"],
  ticket_merge: ["merged_at"],
  chat: ["created_at", "last_message_at"],
  chat_message: ["created_at"],
  chat_note: ["created_at"],
  challenge: ["created_at"],
  form_draft: ["created_at", "changed_at"],
  form_revision: ["submitted_at"],
  form_decision: ["decided_at"],
  form_step_acceptance: ["accepted_at"],
  form_remark: ["created_at"],
  notification: ["created_at"],
  transaction_request: ["created_at"],
  fund: ["created_at", "saved_at"],
  fund_document: ["added_at"],
  target_definition: ["created_at"],
  target_join: ["asked_at"],
  proposal: ["proposed_at"],
  view_as: ["started_at"],
  saved_view: ["created_at"],
  data_field: ["created_at"],
  mandate: ["recorded_at"],
  position_flag: ["recorded_at"],
  distribution_group: ["created_at"],
  delegation: ["made_at"],
  report_subscription: ["made_at"],
};

/** The time columns that an insert into the table does not set. */
const leftOf = (table: string, named: readonly string[]): string[] =>
  (timeColumns[table] ?? []).filter((column) => !named.includes(column));

class Turner extends OperationNodeTransformer {
  readonly #moment: () => Date;
  constructor(moment: () => Date) {
    super();
    this.#moment = moment;
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const { into, columns = [], values, ...rest } = super.transformInsertQuery(node, queryId);
    const left = leftOf(
      into?.table.identifier.name ?? "",
      columns.map(({ column }) => column.name),
    );
    if (left.length === 0 || !values || !ValuesNode.is(values)) {
      return { ...rest, ...(into && { into }), columns, ...(values && { values }) };
    }
    const moments = left.map(() => this.#moment().toISOString());
    return {
      ...rest,
      ...(into && { into }),
      columns: [...columns, ...left.map((column) => ColumnNode.create(column))],
      values: ValuesNode.create(
        values.values.map((row) =>
          row.kind === "PrimitiveValueListNode"
            ? ({ ...row, values: [...row.values, ...moments] } satisfies PrimitiveValueListNode)
            : { ...row, values: [...row.values, ...moments.map((moment): OperationNode => ValueNode.create(moment))] },
        ),
      ),
    };
  }

  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    const raw = super.transformRaw(node, queryId);
    return { ...raw, sqlFragments: raw.sqlFragments.map((text) => this.#turn(text)) };
  }

  /** Hand-written SQL: replaces its calls of the clock, and adds the columns that an insert leaves out. */
  #turn(text: string): string {
    const now = this.#moment();
    const moment = now.toISOString();
    return text
      .replaceAll(/\b(?:now|clock_timestamp)\(\)/g, `'${moment}'::timestamptz`)
      .replaceAll(/\bfirm_today\(\)/g, `'${dayIn(settingDefaults.portalRules.timeZone, now)}'::date`)
      .replaceAll(
        /\binsert into (\w+) \(([^)]*)\)(\s*)(values \(|select )/g,
        (insert: string, table: string, columns: string, space: string, begin: string) => {
          const left = leftOf(table, columns.split(/[\s,]+/));
          if (left.length === 0) return insert;
          const moments = left.map(() => `'${moment}'::timestamptz`);
          return `insert into ${table} (${[...left, columns].join(", ")})${space}${begin}${moments.join(", ")}, `;
        },
      );
  }
}

/** A plugin for a database handle whose clock is `moment`. */
export function turnedClock(moment: () => Date): KyselyPlugin {
  const turner = new Turner(moment);
  return {
    transformQuery: ({ node, queryId }: PluginTransformQueryArgs): RootOperationNode =>
      turner.transformNode(node, queryId),
    transformResult: ({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> =>
      Promise.resolve(result),
  };
}
