/** What a domain provides for each change of many. */
import type { BulkChange, BulkChangeOf, LeftOut } from "@portico/api/bulk-changes.ts";
import type { Context } from "../../kernel/context.ts";
import type { Trx } from "../../kernel/transaction.ts";
import type { Tx } from "../../unit-of-work/transact.ts";

/** One of many, as it is now. */
export interface BulkItem {
  id: number;
  name: string;
  /** Who has it now. */
  from: string | null;
  /** What the change replaces, to put it back. */
  before: Readonly<Record<string, unknown>>;
  /** Why it would be left out; null if it would be changed. */
  refusal: LeftOut["reason"] | null;
}

export interface BulkKind<Change extends BulkChange> {
  /** The ids that the filter of the list matches, in the list's order: `limit` at most. */
  find(context: Context, filter: FilterOf<Change>, limit: number): Promise<number[]>;
  /** Those that exist, in any order. */
  read(context: Context, ids: readonly number[], change: Change): Promise<BulkItem[]>;
  /** Locks the one until the caller's transaction ends. */
  lock(trx: Trx, id: number): Promise<unknown>;
  /** Makes the change in the caller's transaction, `context.db`; a refusal leaves the one out. */
  carryOut(context: Context, id: number, change: Change): Promise<unknown>;
  /** Puts back what it was, in the caller's transaction; false if somebody has changed it since. */
  putBack(
    tx: Tx,
    item: Pick<BulkItem, "id" | "before">,
    change: WithoutTarget<Change>,
    context: Context,
  ): Promise<boolean>;
  /** Tells once of all that were changed and not undone, when the minute is over. */
  tellAll?(tx: Tx, change: WithoutTarget<Change>, of: { count: number; by: number }): Promise<void>;
}

type FilterOf<Change extends BulkChange> = Extract<Change["of"], { filter: unknown }>["filter"];
/** As it is stored. */
export type WithoutTarget<Change extends BulkChange> = Omit<Change, "of">;

/** How each change of many is made. */
export type BulkKinds = { readonly [Action in BulkChange["action"]]: BulkKind<BulkChangeOf<Action>> };

/** The kind of the change; its types are those of the change itself. */
export const kindOf = ({ domains }: Pick<Context, "domains">, action: BulkChange["action"]) =>
  domains.bulkChanges[action] as unknown as BulkKind<BulkChange>;
