/** The owners that a company's newest approved form states, for staff: shares along all chains, and who they may be. */
import { readOwnership, toGraph } from "@portico/api/forms/check-ownership.ts";
import type { StatedOwner } from "@portico/api/ownership.ts";
import { effectiveShares } from "@portico/kyc/ownership.ts";
import type { Context } from "../../kernel/context.ts";
import { type FormOf, openRevision } from "./content.ts";
import { findApprovedRevision } from "./forms.queries.ts";
import { findInOtherForms } from "./identifiers/blind-index.ts";

const ownersPath = "ownership.owners";

/** Undefined without an approved form, or if its graph has errors, as one that was checked by older rules may have. */
export async function readStatedOwners(
  context: Context,
  companyId: number,
): Promise<{ revision: number; owners: StatedOwner[] } | undefined> {
  const form: FormOf = { holderType: "company", holderId: companyId, type: "companyKYC" };
  const record = await findApprovedRevision(context.db, form);
  if (!record) return undefined;
  const { form_data } = await openRevision(context, form, record);
  const answers = readOwnership(form_data["ownership"]?.["owners"]);
  const shares = answers && effectiveShares(toGraph(answers));
  if (!answers || !shares) return undefined;
  const { found } = await findInOtherForms(context, form, form_data);
  return {
    revision: record.revision,
    owners: answers.nodes.flatMap(({ id: owner, kind, name }) => {
      const percent = shares.get(owner);
      if (kind !== "person" || percent === undefined || percent === "0") return [];
      const alike = found.filter(
        ({ holder, differs, paths }) =>
          holder.holder_type === "user" &&
          differs.length === 0 &&
          paths.some((path) => path.startsWith(`${ownersPath}.${owner}.`)),
      );
      const people = new Map(alike.map(({ holder }) => [holder.holder_id, holder.name]));
      const [only] = people;
      return [{ owner, name, percent, suggested: only && people.size === 1 ? { id: only[0], name: only[1] } : null }];
    }),
  };
}
