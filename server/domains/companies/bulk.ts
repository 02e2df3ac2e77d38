/** Companies that are given to a colleague together. */
import type { BulkChangeOf } from "@portico/api/bulk-changes.ts";
import { pageStart } from "../../kernel/cursor.ts";
import { bulkAssignment } from "../colleagues/bulk-assign.ts";
import { refusalToChange } from "../holders/holders.policy.ts";
import { findCompanyPage } from "./companies.queries.ts";
import { assignCompany } from "./companies.ts";

export const assignCompanies = bulkAssignment<BulkChangeOf<"assignCompanies">>({
  holderType: "company",
  async find({ db }, { sort, ...filter }, limit) {
    const column = sort.replace("-", "") as "name" | "created_at";
    const page = pageStart({ cursor: undefined, limit: limit - 1, order: sort });
    return (await findCompanyPage(db, filter, { column, descending: sort.startsWith("-"), ...page })).rows.map(
      ({ id }) => id,
    );
  },
  refusal: refusalToChange,
  assign: assignCompany,
});
