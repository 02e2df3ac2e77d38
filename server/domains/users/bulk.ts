/** Users that are given to a colleague together. */
import type { BulkChangeOf } from "@portico/api/bulk-changes.ts";
import { pageStart } from "../../kernel/cursor.ts";
import { bulkAssignment } from "../colleagues/bulk-assign.ts";
import { refusalToChange } from "../holders/holders.policy.ts";
import { assignUser } from "./staff.ts";
import { findUserPage } from "./users.queries.ts";

export const assignUsers = bulkAssignment<BulkChangeOf<"assignUsers">>({
  holderType: "user",
  async find({ db }, { sort, ...filter }, limit) {
    const column = sort.replace("-", "") as "name" | "email" | "created_at";
    const page = pageStart({ cursor: undefined, limit: limit - 1, order: sort });
    return (await findUserPage(db, filter, { column, descending: sort.startsWith("-"), ...page })).rows.map(
      ({ id }) => id,
    );
  },
  refusal: refusalToChange,
  assign: assignUser,
});
