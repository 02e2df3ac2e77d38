/** Companies that are given to a colleague together. */
import type { BulkChangeOf } from "@portico/api/bulk-changes.ts";
import { pageStart } from "../../kernel/cursor.ts";
import type { BulkKind } from "../bulk-changes/kind.ts";
import { bulkAssignment } from "../colleagues/bulk-assign.ts";
import { refusalToChange } from "../holders/holders.policy.ts";
import { findCompanyPage } from "./companies.queries.ts";
import { assignCompany } from "./companies.ts";

/** As the list shows them. */
export const findCompanyIds: BulkKind<BulkChangeOf<"assignCompanies">>["find"] = async (
  { db },
  { sort, ...filter },
  limit,
) => {
  const column = sort.replace("-", "") as "name" | "created_at";
  const page = pageStart({ cursor: undefined, limit: limit - 1, order: sort });
  return (await findCompanyPage(db, filter, { column, descending: sort.startsWith("-"), ...page })).rows.map(
    ({ id }) => id,
  );
};

export const assignCompanies = bulkAssignment<BulkChangeOf<"assignCompanies">>({
  holderType: "company",
  find: findCompanyIds,
  refusal: refusalToChange,
  assign: assignCompany,
});
