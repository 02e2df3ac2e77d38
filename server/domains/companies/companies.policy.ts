/** What people may do with a company of their own. */
import type { CompanyData } from "@portico/api/companies.ts";
import { canOf, type Verdict } from "../../kernel/policy.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { refusalToMove } from "../holders/holders.policy.ts";

type CompanyStatus = Pick<CompanyData, "id" | "state" | "client_number">;

/** Whoever began it drops it as long as nothing was submitted and it has no client number. */
export function refusalToDiscard({ begun }: Pick<Viewer, "begun">, company: CompanyStatus): Verdict {
  if (!begun.includes(company.id)) return "forbidden";
  return company.state === "preKYC" && company.client_number === null ? null : "stateConflict";
}

/** What the viewer may do with the company as one who acts for it, for an answer. */
export const canOfOwn = (viewer: Viewer, company: CompanyStatus) =>
  canOf({
    discard: refusalToDiscard(viewer, company),
    requestUpdate: refusalToMove(
      viewer,
      { holder: { holderType: "company", holderId: company.id }, state: company.state },
      "review",
    ),
  });
