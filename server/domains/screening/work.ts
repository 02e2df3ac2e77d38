/** Candidates as work that staff claim. */
import { sql } from "kysely";
import { workIn } from "../work-claims/kind.ts";

/** Who says that it is true, may still be the one who works on it. */
export const screeningWork = workIn({
  table: "screening_candidate",
  isOpen: sql`item.state in ('open', 'info', 'proposed')`,
});
