/** What a domain provides for each kind of work that staff claim. */
import type { BulkChange } from "@portico/api/bulk-changes.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { ClaimedKind } from "@portico/api/work-claims/kinds.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import type { Verdict } from "../../kernel/policy.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { isHolder } from "../../kernel/viewer.ts";
import { lockWork, readWork, type WorkTable } from "./work-items.queries.ts";

export interface WorkItem {
  id: number;
  /** Whom it is about. */
  holder: Holder;
  name: string;
  /** It waits for the firm. */
  isOpen: boolean;
  /** Why the viewer may not work on it. */
  refusal: Verdict;
  /** Who else may not: the client's own people, and who asked for it. */
  excluded: readonly number[];
}

export interface WorkKind {
  /** Those that exist, in any order. */
  read(context: Context, ids: readonly number[]): Promise<WorkItem[]>;
  /** Locks the one until the caller's transaction ends. */
  lock(trx: Trx, id: number): Promise<unknown>;
}
export type WorkKinds = Readonly<Record<ClaimedKind, WorkKind>>;

/** The changes of many that give work of a kind to a colleague. */
export type WorkChange = Extract<
  BulkChange,
  { action: "giveForms" | "giveRequests" | "giveContracts" | "giveProposals" | "giveScreening" }
>;

/** Work that is the rows of a table. Nobody works on what is about themselves. */
export const workIn = (table: WorkTable): WorkKind => ({
  lock: (trx, id) => lockWork(trx, table, id),
  async read(context, ids) {
    const viewer = requireViewer(context);
    return (await readWork(context.db, table, ids)).map(({ id, name, is_open, people, holder_type, holder_id }) => ({
      id,
      holder: { holderType: holder_type, holderId: holder_id },
      name,
      isOpen: is_open,
      excluded: people,
      refusal:
        people.includes(viewer.userId) || isHolder(viewer, { holderType: holder_type, holderId: holder_id })
          ? "fourEyes"
          : null,
    }));
  },
});
