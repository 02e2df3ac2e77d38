/** What people may do with a company of their own. */
import type { CompanyData } from "@portico/api/companies.ts";
import { canOf, type Verdict } from "../../kernel/policy.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { refusalToMove } from "../holders/holders.policy.ts";

/** `hasRecords`: something is kept of it, such as a ticket or a document. */
type CompanyStatus = Pick<CompanyData, "id" | "state" | "client_number"> & { hasRecords: boolean };

/** Whoever began it drops it as long as nothing was submitted, it has no client number and nothing is kept of it. */
export function refusalToDiscard({ begun }: Pick<Viewer, "begun">, company: CompanyStatus): Verdict {
  if (!begun.includes(company.id)) return "forbidden";
  const isEmpty = company.state === "preKYC" && company.client_number === null && !company.hasRecords;
  return isEmpty ? null : "stateConflict";
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
