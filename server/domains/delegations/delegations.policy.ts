/** Who may let others read what is a holder's. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Verdict } from "../../kernel/policy.ts";
import type { Viewer } from "../../kernel/viewer.ts";

/** The person themself, or who represents the company: not who only began its form. */
export const refusalToChange = (
  { userId, role, represents }: Pick<Viewer, "userId" | "role" | "represents">,
  { holderType, holderId }: Holder,
): Verdict => {
  if (holderType === "company") return represents.includes(holderId) ? null : "forbidden";
  return holderId === userId && role === "client" ? null : "forbidden";
};
