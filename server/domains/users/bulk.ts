/** Users that are given to a colleague, or put into a group, together. */
import type { BulkChangeOf } from "@portico/api/bulk-changes.ts";
import { pageStart } from "../../kernel/cursor.ts";
import type { BulkKind } from "../bulk-changes/kind.ts";
import { bulkAssignment } from "../colleagues/bulk-assign.ts";
import { bulkGrouping } from "../distribution-groups/bulk.ts";
import { refusalToChange } from "../holders/holders.policy.ts";
import { assignUser } from "./staff.ts";
import { findUserPage } from "./users.queries.ts";
import { readFilter } from "./users.ts";

type Assignment = BulkKind<BulkChangeOf<"assignUsers">>;

/** Those of the clients' list. */
export const findUserIds: Assignment["find"] = async (context, { sort, ...given }, limit) => {
  const filter = await readFilter(context, given);
  const column = sort.replace("-", "") as "name" | "email" | "created_at";
  const page = pageStart({ cursor: undefined, limit: limit - 1, order: sort });
  const { rows } = await findUserPage(context.db, filter, { column, descending: sort.startsWith("-"), ...page });
  return rows.map(({ id }) => id);
};

export const assignUsers = bulkAssignment<BulkChangeOf<"assignUsers">>({
  holderType: "user",
  find: findUserIds,
  refusal: refusalToChange,
  assign: assignUser,
});
export const groupUsers = bulkGrouping(findUserIds);
